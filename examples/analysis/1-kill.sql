-- What does a kill cost a player? The pot after two that the same player won is played for half as much again, and that
-- player posts. A hand that is killed has its multiple in the stakes; who posts is who won the hand before.
with
    hands as (from 'rows/evening/hands*.csv'),
    seats as (from 'rows/evening/seats*.csv'),
    killed as (select hand from hands where stakes like '% x%'),
    poster as (
        select k.hand, w.player
        from killed k join seats w on w.hand = k.hand - 1
        where w.won > 0
    ),
    played as (
        select s.net, k.hand is not null as killed, p.player is not null as posts
        from seats s
        left join killed k using (hand)
        left join poster p on p.hand = s.hand and p.player = s.player
    )
select
    case when posts then 'posts the kill' when killed then 'others in a killed hand' else 'all in other hands' end as who,
    count(*) as dealt_in,
    round(avg(net), 3) as net_a_hand,
    round(stddev_samp(net) / sqrt(count(*)), 3) as error
from played
group by all
order by net_a_hand;
