-- Where does a player win? The blue line is what hands with a showdown bring, the red line what the others do; together they are the
-- result. All in big blinds for a hundred hands of the player.
with
    hands as (from 'rows/recorded/hands*.csv'),
    seats as (from 'rows/recorded/seats*.csv')
select
    player,
    count(*) as hands,
    round(100 * avg(result / unit), 1) as bb_per_100,
    round(100 * avg(case when at_showdown then result / unit else 0 end), 1) as blue,
    round(100 * avg(case when at_showdown then 0 else result / unit end), 1) as red
from seats join hands using (hand)
group by player
order by bb_per_100 desc;
