"""Checks that cardroom.py keeps its promises, on games of many kinds.

    python3 conformance.py [CARDROOM [SCRIPT...]]

Env is checked against PettingZoo's AEC API: what its documentation says, and in our own words what its api_test, seed_test and
render_test check. State is checked against the known numbers of Kuhn's and Leduc's games, and the page AGENT.md is run.
"""

import base64
import hashlib
import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import zipfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import wheels
from cardroom import CARDS, Box, Client, Discrete, Env, Game, Refused, Tables, actions

HERE = Path(__file__).resolve().parent
GAMES = ["angies/holdem", "angies/omaha-hilo", "angies/lowball", "angies/stud7", "mixed/nt", "mixed/n2l1d", "sanrafael/california22", "banked/threecard"]


def refuses(error, do, *args, **kw):
    """The error that a call must end in."""
    try:
        do(*args, **kw)
    except error as e:
        return e
    raise AssertionError(f"{do.__name__}{args} was not refused")


def shape(env):
    """Names, numbers and spaces do not change and fit together."""
    assert env.unwrapped is env and str(env) == env.metadata["name"] == "cardroom_v2" and env.metadata["is_parallelizable"] is False
    assert env.num_agents == 0 and env.max_num_agents == len(env.possible_agents) == len(set(env.possible_agents)) > 0
    env.reset(seed=0, options={"wrappers": "may add their own"})
    first = env.possible_agents[0]
    for agent in env.possible_agents:
        assert re.fullmatch("[a-z]+_[0-9]+", agent)
        for space, spaces in ((env.action_space, env.action_spaces), (env.observation_space, env.observation_spaces)):
            assert space(agent) is space(agent) is spaces[agent] and space(agent) == space(first)
        assert isinstance(env.action_space(agent), Discrete)
        sample = env.observation_space(agent).sample()
        assert env.observation_space(agent).contains(sample) and len(sample["action_mask"]) == env.action_space(agent).n
        assert all(env.action_space(agent).contains(env.action_space(agent).sample()) for _ in range(20))
    env.reset()
    assert env.agents == env.possible_agents and env.agents is not env.possible_agents and env.num_agents == env.max_num_agents
    assert not any(env.terminations.values()) and not any(env.truncations.values()) and not any(env.rewards.values())
    assert env.last(observe=False)[0] is None


def play(env, seed=None):
    """Plays a hand at random, checks each step, and returns all that was seen of it."""
    env.reset(seed=seed)
    told, due, finished = [], dict.fromkeys(env.agents, 0.0), []
    for agent in env.agent_iter(2000):
        assert agent == env.agent_selection and agent in env.agents and agent not in finished
        observation, reward, terminated, truncated, info = env.last()
        assert terminated is env.terminations[agent] and truncated is env.truncations[agent] is False and info is env.infos[agent]
        assert type(reward) is float and reward == due[agent], "last tells the rewards since the agent's last action"
        assert isinstance(info, dict) and env.observation_space(agent).contains(observation)
        mask = observation["action_mask"]
        due[agent] = 0.0
        if terminated:
            assert not any(mask) and env.step(None) is None
            finished.append(agent)
            assert not any(env.rewards.values()), "a step of an agent that is done rewards nobody"
        else:
            hidden(env.view(agent))
            assert sum(mask) == len(info["actions"]) > 0 and mask == sorted(mask, reverse=True)
            others = [other for other in env.agents if other != agent]
            assert all(env.infos[other] == {} and not any(env.observe(other)["action_mask"]) for other in others)
            before = env.told()
            assert refuses(Refused, env.client.send, "act", table=env._table, action="dance on the table").code == "illegal"
            refuses(ValueError, env.step, len(info["actions"]))
            refuses(ValueError, env.step, -1)
            assert env.told() == before, "a refused action changes nothing"
            action = env.action_space(agent).sample(mask)
            assert mask[action] == 1 and env.step(action) is None
            told.append((agent, info["actions"][action]))
        for name, reward in env.rewards.items():
            due[name] += reward
        for kept in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
            assert list(kept) == env.agents == [name for name in env.possible_agents if name not in finished]
        assert env.num_agents == len(env.agents)
        if all(env.terminations.values()) and env.num_agents == env.max_num_agents:
            told += [env.told(), dict(env.rewards)]
            refuses(ValueError, env.step, 0)
    assert not env.agents and sorted(finished) == sorted(env.possible_agents)
    return told


def hidden(view):
    """Nobody sees what another seat holds face down while the hand is played."""
    down = [c for s in view["seats"] if s["seat"] != view["seat"] and s["up"] for c, up in zip(s["cards"][0], s["up"]) if not up]
    assert all(c == "??" for c in down), down


def repeats(make):
    """The same seed deals the same hands, whatever was played before, and the hands of a seed differ."""
    def hands(env, seed):
        for k, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(42 + k)
        return [play(env, seed), play(env), play(env)]

    one, two = make(), make()
    first = hands(one, 7)
    assert first == hands(two, 7) == hands(one, 7) and first != hands(two, 8), "a seed repeats its hands"
    assert any(any(hand[-1].values()) for hand in first), "nobody has won anything"
    one.close()
    two.close()


def details(client, command):
    """Words and numbers as actions, the state, rendering, undo, and what is refused."""
    env = Env("mixed/nt", client, render_mode="ansi", seats=2)
    env.reset(seed=3)
    before, state, seen = env.render(), env.state(), env.observe("seat_1")
    assert isinstance(before, str) and env.state_space.contains(state) and state != seen["observation"]
    cards = [sum(state[k] for seat in range(2) for k in range(58 * seat, 58 * seat + 53)), sum(seen["observation"][:53]), sum(seen["observation"][58:111])]
    assert cards == [4, 2, 0], "the state has all cards, an observation only those that are seen"

    class Number:  # as numpy's numbers are
        def __index__(self):
            return 1

    env.step(Number())
    assert env.view("seat_1")["said"] == ["call"]
    env.undo()
    assert env.render() == before and env.agents == env.possible_agents and env.observe("seat_1") == seen
    env.step("raise to 12")
    assert env.view("seat_2")["said"] == ["raise to 12"]
    assert refuses(Refused, env.step, "check").code == "illegal"
    env.reset(options={"stack": "10bb", "deck": "AsKdAhKh"})
    view = env._look(env._table, -1)
    assert sorted(view["seats"][0]["cards"][0] + view["seats"][1]["cards"][0]) == ["Ah", "As", "Kd", "Kh"]
    names, seen = list(CARDS), env.state()
    assert [{names[k] for k in range(53) if seen[58 * seat + k]} for seat in range(2)] == [set(view["seats"][seat]["cards"][0]) for seat in range(2)]
    assert sum(seen[58 * seat + k] for seat in range(2) for k in (55, 56, 57)) + seen[-1] == 1, "all chips are at the table"
    refuses(ValueError, env.reset, options={"seats": 3})
    assert env._look(env._table, -1) == view, "a refused reset changes nothing"
    env.close()
    refuses(ValueError, Env, "mixed/nt", client, render_mode="human")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        quiet = Env("mixed/nt", client, seats=2)
        quiet.reset()
        assert quiet.render() is None and len(said) == 1
        quiet.close()


def seeds(client, command):
    """reset(seed=n) deals what `cardroom run --seed n` deals, and what a program that writes its own JSON is dealt."""
    for game, seats, seed in (("angies/holdem", 3, 0), ("mixed/nt", 2, 0), ("angies/stud7", 4, 1), ("angies/lowball", 3, 0)):
        env = Env(game, client, seats=seats)
        env.reset(seed=5)
        env.reset(seed=seed)
        told = env.told()
        line = [command, "run", game, "--seats", str(seats), "--seed", str(seed), "--hands", "1"]
        run = subprocess.run(line, capture_output=True, text=True, check=True, encoding="utf-8").stdout
        assert told in run, f"{game}, seed {seed}:\n{told}\nis not how this begins:\n{run}"
        raw = '{"do":"new","game":"%s","seats":%d,"seed":%d,"hand":1}\n{"do":"view","table":1,"seat":-1}\n' % (game, seats, seed)
        out = subprocess.run([command, "serve", "--stdio"], input=raw, capture_output=True, text=True, check=True, encoding="utf-8").stdout
        assert "\n".join(json.loads(out.splitlines()[1])["view"]["told"]) == told
        env.close()


def tables(client, count=64):
    """Many tables play the hands that single ones play, and a refused action costs only its table."""
    many = Tables("mixed/nt", count, client, seats=2)
    many.reset(seed=5)
    env = Env("mixed/nt", client, seats=2)
    env.reset(seed=5)
    for dealt in range(2):
        for k in range(3):
            env.reset(options={"hand": dealt * count + k + 1})
            assert env.view(env.agent_selection) == many.views()[k], "table k deals the hands k + 1, k + 1 + count and so on"
        many.step(["fold"] * count)
    hands, k = 0, 0
    while hands < 2 * count:
        k += 1
        won = many.step([(k + table) % min(3, len(actions(legal))) for table, legal in enumerate(many.legal)])
        over = [net for net in won if net is not None]
        assert all(len(net) == 2 and sum(net) == 0 for net in over) and len(won) == count
        hands += len(over)
        assert len(many._tables) == len(set(many._tables))
    turn = list(many.turn)
    error = refuses(Refused, many.step, ["dance", *["fold"] * (count - 1)])
    assert error.code == "illegal" and error.won[0] is None and None not in error.won[1:]
    assert many.turn[0] == turn[0] and many.views()[0]["seat"] == turn[0]
    refuses(ValueError, many.step, ["fold"])
    assert None not in many.step(["fold"] * count)
    many.close()
    env.close()


def tree(state, found):
    """Walks through a tree, checks each state, and counts what it finds."""
    kind = "chance" if state.is_chance_node() else "end" if state.is_terminal() else "decision"
    found[kind] = found.get(kind, 0) + 1
    legal = state.legal_actions()
    if kind == "end":
        assert legal == [] and len(state.returns()) == state.num_players() and sum(state.returns()) == 0
        assert state.current_player() == state.TERMINAL
        return
    assert state.returns() == [0.0] * state.num_players() and legal
    before = (str(state), state.history())
    if kind == "chance":
        assert state.current_player() == state.CHANCE and abs(sum(p for _, p in state.chance_outcomes()) - 1) < 1e-12
        refuses(ValueError, state.information_state_string)
    else:
        player = state.current_player()
        words = [state.action_to_string(action) for action in legal]
        assert words == [state.action_to_string(player, action) for action in legal]
        known = found.setdefault("known", {}).setdefault((player, state.information_state_string()), words)
        assert known == words, "two states that look the same have the same actions"
        assert state.legal_actions(1 - player) == [] and state.information_state_string(1 - player) != state.information_state_string()
        refuses(ValueError, state.chance_outcomes)
    refuses(ValueError, state.apply_action, 99)
    for action in legal:
        child = state.child(action)
        assert child.history() == [*state.history(), action]
        tree(child, found)
    assert (str(state), state.history()) == before, "the children leave a state as it is"


def trees(client):
    """The trees have the numbers of the literature, and what no deck decides is refused."""
    found = {}
    game = Game("../kuhn.star", client)
    tree(game.new_initial_state(), found)
    assert (found["chance"], found["decision"], found["end"], len(found["known"])) == (4, 24, 30, 12), found
    assert game.num_players() == 2 and game.max_chance_outcomes() == 3
    copy = game.new_initial_state()
    other = copy.clone()
    other.apply_action(other.legal_actions()[0])
    assert copy.history() == [] and other.history() == [0] and other.get_game() is game
    found = {}
    state = Game("../leduc.star", client, size="leduc").new_initial_state().child(0).child(2)
    tree(state, found)  # one deal of thirty; the other cards of a deal change nothing about its numbers
    assert (30 * found["decision"], 30 * found["end"], 1 + 6 + 30 * found["chance"]) == (3780, 5520, 157), found
    reshuffled, pick = Game("house004/draw", client, size="leduc"), random.Random(1).choice
    state = reshuffled.new_initial_state()
    for _ in range(500):
        before = state.history()
        try:
            state.apply_action(pick(state.legal_actions()))
        except ValueError as e:
            assert "not the order of the deck" in str(e) and state.history() == before
            break
        if state.is_terminal():
            state = reshuffled.new_initial_state()
    else:
        raise AssertionError("no discards were shuffled again")
    with_folds = {}
    tree(Game("../kuhn.star", client, open_folds=True).new_initial_state(), with_folds)
    assert with_folds["end"] > 30


def pages(command):
    """The programs of the pages run, and the agents do what their page says."""
    said = []
    with tempfile.TemporaryDirectory() as folder:  # the pages call it cardroom, whatever it is called here
        (Path(folder) / "cardroom").symlink_to(Path(shutil.which(command) or command).resolve())
        os.environ["PATH"] = os.pathsep.join([folder, os.environ["PATH"]])
        for name in ("README.md", "AGENT.md"):
            for block in re.findall(r"```python\n(.*?)```", (HERE / name).read_text(encoding="utf-8"), re.DOTALL):
                out = StringIO()
                with redirect_stdout(out):
                    exec(compile(block, name, "exec"), {"__name__": "page"})
                said.append(out.getvalue())
    first, _, state, chance, rules, learned = said
    assert first.startswith("2 ['fold', 'call', 'raise to']") and state == "seat 1 | Ks ?? |  |  |  ['check', 'bet 2']\n", (first, state)
    assert len(chance.splitlines()) == 3 and sum(float(line.split()[-1]) for line in chance.splitlines()) == 0, chance
    assert float(re.search(r"wins ([-0-9.]+) a hand", rules)[1]) > 0.5, rules
    assert abs(float(re.search(r"wins ([-0-9.]+) a hand", learned)[1]) + 1 / 18) < 0.002, learned


def wheel():
    """pip builds a wheel without the network; Python imports the module from it."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-cache-dir", "--wheel-dir", folder, str(HERE)]
        if importlib.util.find_spec("pip"):
            subprocess.run(pip, check=True, capture_output=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        else:
            print("there is no pip: the wheel is built without it")
            wheels.build_wheel(folder)
        (name,) = os.listdir(folder)
        path = os.path.join(folder, name)
        with zipfile.ZipFile(path) as built:
            (record,) = (f for f in built.namelist() if f.endswith(".dist-info/RECORD"))
            listed = [line.split(",") for line in built.read(record).decode().splitlines()]
            assert sorted(f for f, _, _ in listed) == sorted(built.namelist())
            for f, digest, size in listed[:-1]:
                content = built.read(f)
                found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
                assert digest == f"sha256={found}" and int(size) == len(content), f
            assert built.read("cardroom.py") == (HERE / "cardroom.py").read_bytes()
        code = "import cardroom, importlib.metadata as m; print(cardroom.__file__, m.version('cardroom'))"
        said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=folder, env={**os.environ, "PYTHONPATH": path}).stdout
        assert said.startswith(path) and said.split()[-1] == name.split("-")[1], said


def main():
    command, games = (sys.argv[1:2] or ["cardroom"])[0], [os.path.relpath(name, HERE) for name in sys.argv[2:]]
    command = os.path.abspath(shutil.which(command) or command)
    os.chdir(HERE)
    assert not Box(0, 1, 2, int).contains([0, 2]) and not Discrete(3).contains(3) and not Discrete(3).contains("1")
    with Client(command, games=[*games, "../kuhn.star", "../leduc.star"], seed=1) as client:
        assert client.send("hello")["version"] == 1 and client.batch([]) == []
        for game in GAMES + games:
            env = Env(game, client)
            shape(env)
            env.close()
            repeats(lambda game=game: Env(game, client))
        details(client, command)
        seeds(client, command)
        tables(client)
        trees(client)
    pages(command)
    wheel()
    print(f"{len(GAMES + games)} games keep the promises")


if __name__ == "__main__":
    main()
