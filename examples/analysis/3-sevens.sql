-- How often does the sevens rule bite? It limits the claim of a player who checked a seven or better after the draw; it
-- costs chips where that hand would have won them.
with
    hands as (from 'rows/forfeit/hands*.csv'),
    seats as (from 'rows/forfeit/seats*.csv'),
    events as (from 'rows/forfeit/events*.csv'),
    caught as (select hand, seat from events where source = 'claim' and kind = 'limited')
select
    (select count(*) from hands) as hands,
    (select count(*) from hands where showdown) as showdowns,
    count(*) as claims_limited,
    round(1000.0 * count(*) / (select count(*) from hands), 2) as in_1000_hands,
    count(*) filter (v.net is distinct from s.net) as cost_or_gain,
    round(coalesce(avg(s.net - v.net), 0), 3) as costs_more_than_void
from caught
join seats s using (hand, seat)
join 'rows/void/seats*.csv' v using (hand, seat);
