-- What is an option worth? The same hands by both readings of the sevens rule: the difference hand by hand has a much
-- smaller error than two averages.
with
    a as (from 'rows/forfeit/seats*.csv'),
    b as (from 'rows/void/seats*.csv'),
    pairs as (select a.seat, b.net - a.net as gain from a join b using (hand, seat))
select
    seat,
    count(*) as hands,
    count(*) filter (gain <> 0) as differ,
    round(avg(gain), 5) as gain_a_hand,
    round(stddev_samp(gain) / sqrt(count(*)), 5) as error
from pairs
group by seat
order by seat;
