-- Is a deep stack worth more? Results by the stack before the hand, in big blinds.
with
    hands as (from 'rows/recorded/hands*.csv'),
    seats as (from 'rows/recorded/seats*.csv')
select
    case when stack_bb < 20 then '0-20' when stack_bb < 40 then '20-40' when stack_bb < 80 then '40-80'
         when stack_bb < 120 then '80-120' when stack_bb < 200 then '120-200' else '200+' end as depth,
    count(*) as dealt_in,
    round(100 * avg(result / unit), 1) as bb_per_100,
    round(196 * stddev_samp(result / unit) / sqrt(count(*)), 1) as half
from seats join hands using (hand)
group by depth
order by min(stack_bb);
