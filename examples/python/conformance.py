"""Checks that Env keeps the promises of PettingZoo's AEC API, on games of many kinds.

    python3 conformance.py [CARDROOM [SCRIPT...]]
"""

import sys

from cardroom import Client, Env, Refused

GAMES = ["angies/holdem", "angies/omaha-hilo", "angies/lowball", "angies/stud7", "mixed/nt", "mixed/n2l1d", "sanrafael/california22", "banked/threecard"]


def play(env, seed=None):
    """Plays a hand at random and returns all that was seen of it."""
    env.reset(seed=seed)
    assert env.agents == env.possible_agents and len(set(env.agents)) == len(env.agents)
    told, totals, steps = [], dict.fromkeys(env.possible_agents, 0.0), 0
    for agent in env.agent_iter():
        assert agent == env.agent_selection and agent in env.agents
        for kept in (env.rewards, env.terminations, env.truncations, env.infos):
            assert set(kept) == set(env.agents)
        observation, reward, terminated, truncated, info = env.last()
        assert observation["seat"] == int(agent.split("_")[1])
        assert not truncated
        totals[agent] += reward
        if terminated:
            env.step(None)
            continue
        hidden = [c for s in observation["seats"] if s["seat"] != observation["seat"] and s["up"] for c, up in zip(s["cards"][0], s["up"]) if not up]
        assert all(c == "??" for c in hidden), hidden
        before = env.render()
        assert info["legal"], "nothing to do"
        action = env.action_space(agent).sample()
        try:
            env.client.send("act", table=env.table, action="dance on the table")
            raise AssertionError("nonsense was taken")
        except Refused as refused:
            assert refused.code == "illegal"
        assert env.render() == before, "a refused action has changed the table"
        env.step(action)
        steps += 1
        assert steps < 1000
        told.append((agent, action))
    assert not env.agents
    return told, totals


def batch(client, tables=64):
    """Many tables move on with each line."""
    answers = client.batch({"do": "new", "game": "mixed/nt", "seats": 2, "seed": 5, "hand": k + 1} for k in range(tables))
    open_tables = answers
    while open_tables:
        answers = client.batch({"do": "act", "table": a["table"], "action": passive(a["legal"])} for a in open_tables)
        assert not [a for a in answers if isinstance(a, Refused)]
        client.batch({"do": "close", "table": a["table"]} for a in answers if a["over"])
        assert all(sum(a["net"]) == 0 for a in answers if a["over"])
        open_tables = [a for a in answers if not a["over"]]


def passive(legal):
    words = [choice["say"] for choice in legal]
    return next(word for word in ("check", "call", "fold") if word in words)


def main():
    command, games = sys.argv[1:2] or ["cardroom"], sys.argv[2:]
    with Client(command, games=games, seed=1) as client:
        assert client.send("hello")["version"] == 1
        for game in GAMES + games:
            env = Env(game, client)
            hands = [play(env, seed=7), play(env), play(env)]
            again = [play(env, seed=7), play(env), play(env)]
            assert hands == again, f"{game}: the same seed plays other hands"
            assert any(any(totals.values()) for _, totals in hands), f"{game}: nobody has won anything"
            env.close()
        env = Env("mixed/nt", client, seats=2)
        env.reset(seed=3)
        before = env.render()
        env.step("fold")
        env.undo()
        assert env.render() == before and env.agents == env.possible_agents
        batch(client)
    print(f"{len(GAMES + games)} games keep the promises")


if __name__ == "__main__":
    main()
