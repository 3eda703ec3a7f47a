-- What is a position worth? Position 0 is the button, 1 the small blind.
with seats as (from 'rows/evening/seats*.csv'), hands as (from 'rows/evening/hands*.csv')
select
    s.position,
    count(*) as dealt_in,
    round(100.0 * avg((not s.folded)::int), 1) as stays_percent,
    round(avg(s.net), 3) as net_a_hand,
    round(stddev_samp(s.net) / sqrt(count(*)), 3) as error
from seats s join hands h using (hand)
where h.seats = (select mode(seats) from hands)
group by s.position
order by s.position;
