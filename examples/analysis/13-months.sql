-- Results by stake and month, with half of the 95 % interval.
with
    hands as (from 'rows/recorded/hands*.csv'),
    seats as (from 'rows/recorded/seats*.csv')
select
    player,
    stakes,
    strftime(time_utc, '%Y-%m') as month,
    count(*) as hands,
    round(100 * avg(result / unit), 1) as bb_per_100,
    round(196 * stddev_samp(result / unit) / sqrt(count(*)), 1) as half
from seats join hands using (hand)
group by all
order by player, stakes, month;
