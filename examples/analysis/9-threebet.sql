-- How often is a raise reraised, by position? A chance is a turn before the flop after exactly one raise; the first in a hand counts.
with
    seats as (from 'rows/recorded/seats*.csv'),
    first as (
        select *, sum((action in ('bet', 'raise'))::int) over (partition by hand order by decision rows between unbounded preceding and 1 preceding) as raises
        from 'rows/recorded/decisions*.csv'
        where street = 'Before the flop'
    ),
    chances as (
        select hand, seat, arg_min(action = 'raise', decision) as reraised
        from first
        where raises = 1
        group by all
    )
select
    position_name as position,
    count(*) as chances,
    sum(reraised::int) as reraised,
    round(100 * avg(reraised::int), 1) as percent
from chances join seats using (hand, seat)
group by position_name
order by list_position(['SB', 'BB', 'UTG', 'MP', 'HJ', 'CO', 'BTN'], position_name);
