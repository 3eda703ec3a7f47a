-- How often does each rule of a house bite? Every irregularity that a rule decided and every claim that a rule limited, by the place of the
-- rule in its script; default is the custom of card rooms, where the house has no rule.
with
    events as (from 'rows/forfeit/events*.csv' where source in ('ruling', 'claim')),
    odd as (from 'rows/odd/events*.csv' where source in ('ruling', 'claim')),
    hands as (select count(*) as n from 'rows/forfeit/hands*.csv'),
    odd_hands as (select count(*) as n from 'rows/odd/hands*.csv')
select 'angies/lowball' as game, kind, ruling, script || ':' || line as rule, count(*) as times, round(1000.0 * count(*) / any_value(n), 2) as in_1000_hands
from events, hands
group by all
union all
select 'angies/holdem' as game, kind, ruling, coalesce(script || ':' || line, '') as rule, count(*) as times, round(1000.0 * count(*) / any_value(n), 2) as in_1000_hands
from odd, odd_hands
group by all
order by game, times desc, kind, rule;
