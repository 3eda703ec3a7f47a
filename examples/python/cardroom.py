"""Play card-room poker from Python: a client of `cardroom serve --stdio`.

One file, standard library only. `Client` sends messages. On top of it:

* `Env`: a hand as an environment with the names and the order of calls of PettingZoo's AEC API, one agent a seat.
* `Tables`: many tables that move on together, for speed.
* `Game` and `State`: the tree of a small game with the names of OpenSpiel, chance included.

    env = Env("angies/holdem", seats=2)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))
    env.close()

`cardroom serve --messages` explains the messages. Env follows PettingZoo's documentation of the AEC API (docs/api/aec.md at commit
11fce810) and the checks of the api_test of about version 1.24, which conformance.py restates. It was not tried with the library
itself: it is no subclass of AECEnv, and its spaces are not those of gymnasium.
"""

import itertools
import json
import operator
import random
import subprocess
import warnings


class Refused(Exception):
    """A request that was refused; nothing has changed. `code` is its kind, and `hint` may say what to do."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code, self.hint = error["code"], error.get("hint", "")


class Client:
    """A running `cardroom serve`, with all the tables that it has open."""

    def __init__(self, command=("cardroom",), games=(), seed=None):
        """Starts the program. `games` are scripts whose games may be named; `seed` is that of hands for which none is given."""
        line = [*([command] if isinstance(command, str) else command), "serve", "--stdio", *games]
        line += ["--seed", str(random.getrandbits(63) if seed is None else seed)]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def send(self, do, **fields):
        """Sends one request and returns its answer. Raises Refused."""
        return self._checked(self._line(json.dumps({"do": do, **fields})))

    def batch(self, requests):
        """Sends many requests in one line and returns their answers; one that was refused is a Refused."""
        requests = list(requests)
        return [a if a["ok"] else Refused(a["error"]) for a in self._list(json.dumps(requests))] if requests else []

    def close(self):
        """Ends the server."""
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait(timeout=10)
        self.process.stdout.close()

    def _write(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _read(self):
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise ConnectionError("cardroom has ended")
            answer = json.loads(line)
            if isinstance(answer, list) or "ok" in answer:  # the others tell how far long work has come
                return answer

    def _line(self, text):
        self._write(text)
        return self._read()

    def _list(self, text):
        """The answers to a list of requests; Refused if the line as a whole was refused."""
        answers = self._line(text)
        return answers if isinstance(answers, list) else self._checked(answers)

    @staticmethod
    def _checked(answer):
        if not answer["ok"]:
            raise Refused(answer["error"])
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def actions(legal, sizes=5, most=64):
    """The ready words of choices, as `legal` of a message lists them: the first `most`.

    A choice with an amount gives up to `sizes` amounts, from the least to the most in equal steps; a choice of cards gives every
    set of cards, small sets first. The order is fixed: in a betting round 0 is the fold, 1 the check or call, and then come the raises.
    """
    said = []
    for choice in legal:
        say = choice["say"]
        if "least" in choice:
            said += [f"{say} {amount:.12g}" for amount in _amounts(choice, sizes)]
        elif "cards" in choice:
            said += itertools.islice((" ".join([say, *cards]) for cards in _picks(choice["cards"])), most)
        else:
            said.append(say)
    return said[:most]


def _amounts(choice, sizes):
    least, step = choice["least"], choice["step"]
    steps = round((choice["most"] - least) / step)
    if steps < sizes:
        return [round(least + k * step, 2) for k in range(steps + 1)]
    return [round(least + steps * k // (sizes - 1) * step, 2) for k in range(sizes)]


def _picks(cards):
    if "sets" in cards:
        return cards["sets"]
    return itertools.chain.from_iterable(itertools.combinations(cards["from"], n) for n in range(cards["least"], cards["most"] + 1))


class Discrete:
    """The whole numbers from 0 to n-1."""

    def __init__(self, n):
        self.n, self.shape, self.dtype, self._random = n, (), int, random.Random()

    def seed(self, seed=None):
        self._random.seed(seed)

    def sample(self, mask=None):
        """One of the numbers for which `mask` has 1; without a mask, any."""
        allowed = range(self.n) if mask is None else [k for k, may in enumerate(mask) if may]
        return self._random.choice(allowed) if allowed else 0

    def contains(self, x):
        try:
            return 0 <= operator.index(x) < self.n
        except TypeError:
            return False

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Discrete) and self.n == other.n

    def __repr__(self):
        return f"Discrete({self.n})"


class Box:
    """Lists of n numbers from low to high."""

    def __init__(self, low, high, n, dtype=float):
        self.low, self.high, self.shape, self.dtype, self._random = low, high, (n,), dtype, random.Random()

    def seed(self, seed=None):
        self._random.seed(seed)

    def sample(self):
        draw = self._random.randint if self.dtype is int else self._random.uniform
        return [draw(self.low, self.high) for _ in range(*self.shape)]

    def contains(self, x):
        return isinstance(x, list) and (len(x),) == self.shape and all(type(v) is self.dtype and self.low <= v <= self.high for v in x)

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Box) and (self.low, self.high, self.shape, self.dtype) == (other.low, other.high, other.shape, other.dtype)

    def __repr__(self):
        return f"Box({self.low}, {self.high}, {self.shape}, {self.dtype.__name__})"


class Dict:
    """Dictionaries with a value of a space for each key."""

    def __init__(self, spaces):
        self.spaces, self.shape, self.dtype = dict(spaces), None, None

    def seed(self, seed=None):
        for k, space in enumerate(self.spaces.values()):
            space.seed(None if seed is None else seed + k)

    def sample(self):
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(space.contains(x[key]) for key, space in self.spaces.items())

    __contains__ = contains

    def __getitem__(self, key):
        return self.spaces[key]

    def __eq__(self, other):
        return isinstance(other, Dict) and self.spaces == other.spaces

    def __repr__(self):
        return f"Dict({self.spaces})"


CARDS = {rank + suit: 4 * r + s for r, rank in enumerate("23456789TJQKA") for s, suit in enumerate("cdhs")}
CARDS["Jo"] = 52  # every joker


def vector(view, chips):
    """A view as a list of numbers from 0 to 1, the same length for every view of a table.

    First for each seat, from the one that looks and then clockwise: 53 flags for the cards that are seen, whether it is in the hand,
    has the button, and its stack, its bets in this round and in earlier ones. Then 53 flags for the boards and the bank's hand, 53 for
    cards out of play that were seen, and the pot. Amounts are parts of `chips`, all chips at the table.
    """

    def flags(cards):
        out = [0.0] * 53
        for card in cards:
            if card != "??":
                out[CARDS[card]] = 1.0
        return out

    def part(amount):
        return max(0.0, min(1.0, amount / chips))

    numbers, first = [], max(view["seat"], 1) - 1
    for seat in view["seats"][first:] + view["seats"][:first]:
        numbers += flags(itertools.chain.from_iterable(seat["cards"]))
        numbers += [float(seat["live"]), float(seat["seat"] == view["button"]), part(seat["stack"]), part(seat["wagered"]), part(seat["put"])]
    numbers += flags(itertools.chain.from_iterable(view["boards"] + view.get("house", [])))
    return numbers + flags(view.get("out", [])) + [part(view["pot"])]


class Env:
    """A hand as an environment for several agents that act in turn: PettingZoo's AEC API.

    Agents are `seat_1`, `seat_2` and so on, an episode is a hand, and the reward is what a seat has won, in the money of the stakes,
    when the hand is over; until then it is 0. No hand is truncated.

    An action is a number of the action space or the words of a player, such as "raise to 12". Number k is the k-th of
    `infos[agent]["actions"]` of the agent in turn, and `action_mask` of an observation has 1 for these. `infos[agent]["legal"]` has
    the choices as the program tells them, with the limits of amounts. An observation is a dictionary of `observation`, the numbers
    of `vector`, and `action_mask`. `view(agent)` returns the same with names, as a dictionary.
    """

    metadata = {"name": "cardroom_v2", "is_parallelizable": False, "render_modes": ["ansi"]}
    _DEAL = ("game", "script", "set", "stakes", "seats", "stack", "seed", "hand", "button", "size", "deck_ranks", "deck_suits", "deck")

    def __init__(self, game, client=None, render_mode=None, **deal):
        """Prepares to deal `game`; `deal` has further fields of the message new, such as seats, stakes, stack and set."""
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is None or one of {self.metadata['render_modes']}, not {render_mode!r}")
        self.client, self._own = client or Client(), client is None
        self.render_mode, self._deal = render_mode, {"game": game, **deal}
        self._table, self._hand, self._seed = None, 0, None
        first = self.client.send("new", **{**self._deal, "hand": 1})
        view = self._look(first["table"], -1)
        self.client.send("close", table=first["table"])
        self.possible_agents = [f"seat_{k + 1}" for k in range(first["seats"])]
        self.agents = []
        numbers = len(vector(view, 1))
        self.state_space = Box(0.0, 1.0, numbers)
        self.action_spaces = {agent: Discrete(64) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": Box(0.0, 1.0, numbers), "action_mask": Box(0, 1, space.n, int)}) for agent, space in self.action_spaces.items()
        }

    def reset(self, seed=None, options=None):
        """Deals the next hand; with a seed the first hand of that seed, as `cardroom run --seed` does.

        `options` may have fields of the message new for this hand; others are for wrappers.
        """
        if seed is not None:
            self._seed, self._hand = seed, 0
        self._hand += 1
        fields = {**self._deal, "hand": self._hand}
        if self._seed is not None:
            fields["seed"] = self._seed
        fields.update((name, value) for name, value in (options or {}).items() if name in self._DEAL)
        now = self.client.send("new", **fields)
        if now["seats"] != self.max_num_agents:
            self.client.send("close", table=now["table"])
            raise ValueError(f"an environment of {self.max_num_agents} seats cannot be dealt to {now['seats']}")
        if self._table is not None:
            self.client.send("close", table=self._table)
        self._table = now["table"]
        seats = self._look(self._table, -1)["seats"]
        self._chips = sum(s["stack"] + s["wagered"] + s["put"] for s in seats) or 1
        self._begin(now)

    def _begin(self, now):
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._follow(now)

    def _follow(self, now):
        """Takes over how the hand stands: who is next, or how it has ended."""
        self._seen = {}
        self.infos = {agent: {} for agent in self.agents}
        self._clear_rewards()
        if now["over"]:
            self.rewards = dict(zip(self.possible_agents, map(float, now["net"])))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[now["turn"] - 1]
            self.infos[self.agent_selection] = {"legal": now["legal"], "actions": actions(now["legal"])}
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _clear_rewards(self):
        self.rewards = dict.fromkeys(self.agents, 0.0)

    def step(self, action):
        """Acts for the agent whose turn it is; an agent that is done takes None. Raises Refused for what the rules do not allow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, str):
            said, k = self.infos[agent]["actions"], operator.index(action)
            if not 0 <= k < len(said):
                raise ValueError(f"action {k} is not possible now; action_mask has 1 for the first {len(said)}")
            action = said[k]
        now = self.client.send("act", table=self._table, seat=self._seat(agent), action=action)
        self._cumulative_rewards[agent] = 0.0
        self._follow(now)

    def _was_dead_step(self, action):
        """Removes the agent in turn, which is done."""
        if action is not None:
            raise ValueError("an agent that is done takes None")
        agent = self.agent_selection
        self.agents.remove(agent)
        for kept in (self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del kept[agent]
        self._clear_rewards()
        if self.agents:
            self.agent_selection = self.agents[0]

    def _look(self, table, seat):
        return self.client.send("view", table=table, seat=seat)["view"]

    def view(self, agent):
        """The table as the agent sees it: `view` of the message view."""
        if agent not in self._seen:
            self._seen[agent] = self._look(self._table, self._seat(agent))
        return self._seen[agent]

    def observe(self, agent):
        """What the agent sees, and what it may do: nothing if it is not its turn."""
        ready = len(self.infos.get(agent, {}).get("actions", []))
        return {"observation": vector(self.view(agent), self._chips), "action_mask": [int(k < ready) for k in range(self.action_spaces[agent].n)]}

    def state(self):
        """The table with all cards, as numbers like those of an observation, from seat 1."""
        return vector(self._look(self._table, -1), self._chips)

    def last(self, observe=True):
        """Observation, reward since its last action, terminated, truncated and info of the agent in turn."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter=2**63):
        """The agents in turn, until all are done or after `max_iter` steps."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def __str__(self):
        return self.metadata["name"]

    def told(self):
        """The hand so far, in the dealer's words and with all cards."""
        return "\n".join(self._look(self._table, -1)["told"])

    def render(self):
        """The text of told, for render_mode "ansi"."""
        if self.render_mode is None:
            warnings.warn('nothing is rendered: create the environment with render_mode="ansi"', stacklevel=2)
            return None
        return self.told()

    def undo(self, count=1):
        """Steps back so many actions; all agents are there again."""
        self._begin(self.client.send("undo", table=self._table, count=count))

    def close(self):
        """Closes the table, and ends the program if the environment has started it."""
        if self._own:
            self.client.close()
        elif self._table is not None:
            self.client.send("close", table=self._table)
        self._table = None

    @staticmethod
    def _seat(agent):
        return int(agent.removeprefix("seat_"))


class Tables:
    """Many tables of one game that move on together: one line of messages acts at all of them.

    `turn[k]` is the seat in turn at table k and `legal[k]` what it may do, as in the message legal. When a hand is over, the next one
    is dealt at once: table k of n deals the hands k + 1, k + 1 + n, k + 1 + 2n and so on of the seed. For each client 4,096 tables
    can be open.
    """

    def __init__(self, game, count=512, client=None, **deal):
        """Prepares to deal `game` at `count` tables; `deal` has further fields of the message new."""
        self.client, self._own = client or Client(), client is None
        self.count, self._deal, self._tables, self._part = count, {"game": game, **deal}, [], (count + 7) // 8

    def reset(self, seed=None):
        """Deals the first hand at each table."""
        self.close_tables()
        deal = dict(self._deal) if seed is None else {**self._deal, "seed": seed}
        self._new = json.dumps({"do": "new", **deal})[:-1] + ', "hand": %d}'
        self._hands = list(range(1, self.count + 1))
        self._tables, self.turn, self.legal = [0] * self.count, [0] * self.count, [[]] * self.count
        every = range(self.count)
        self._dealt(every, self.client._list("[" + ",".join(self._new % self._hands[k] for k in every) + "]"))

    def _dealt(self, which, answers):
        for k, answer in zip(which, answers):
            self._tables[k] = self.client._checked(answer)["table"]
            if answer["over"]:
                raise ValueError("hands of this game can end before anybody acts: play them one by one")
            self.turn[k], self.legal[k] = answer["turn"], answer["legal"]

    def step(self, said):
        """Acts at every table: `said` has the words for each, or numbers of `actions(legal[k])`.

        Returns a list with what each seat has won for tables whose hand is over, and None for the others. Raises Refused for the
        last action that the rules do not allow; its table is as before, the others have moved on, and `won` of the exception has
        the list.
        """
        lines = [
            '{"do":"act","table":%d,"action":%s}' % (table, json.dumps(words if isinstance(words, str) else actions(legal)[words]))
            for table, legal, words in zip(self._tables, self.legal, said)
        ]
        if len(lines) != self.count or len(said) != self.count:
            raise ValueError(f"{len(said)} actions for {self.count} tables")
        # The program works on one part while the answers to another are read. It takes 16 lines before somebody reads.
        parts = [range(k, min(k + self._part, self.count)) for k in range(0, self.count, self._part)]
        for part in parts:
            self.client._write("[" + ",".join(lines[part.start : part.stop]) + "]")
        won, fault, dealing, turn, legal = [None] * self.count, None, [], self.turn, self.legal
        for part in parts:
            over = []
            for k, answer in zip(part, self.client._read()):
                if "legal" in answer:
                    turn[k], legal[k] = answer["turn"], answer["legal"]
                elif answer["ok"]:
                    won[k] = answer["net"]
                    over.append(k)
                else:
                    fault = Refused(answer["error"])
            if over:
                closing = ['{"do":"close","table":%d}' % self._tables[k] for k in over]
                for k in over:
                    self._hands[k] += self.count
                self.client._write("[" + ",".join(closing + [self._new % self._hands[k] for k in over]) + "]")
                dealing.append(over)
        for over, answers in [(over, self.client._read()) for over in dealing]:
            self._dealt(over, answers[len(over) :])
        if fault:
            fault.won = won
            raise fault
        return won

    def views(self):
        """The table as the seat in turn sees it, for each table."""
        requests = ({"do": "view", "table": table, "seat": seat} for table, seat in zip(self._tables, self.turn))
        return [answer["view"] for answer in self.client.batch(requests)]

    def close_tables(self):
        """Closes the tables; reset deals new ones."""
        self.client.batch({"do": "close", "table": table} for table in self._tables)
        self._tables = []

    def close(self):
        """Closes the tables, and ends the program if this has started it."""
        self.close_tables()
        if self._own:
            self.client.close()


class Game:
    """A small game as a tree, with the names of OpenSpiel: `new_initial_state` returns its root.

    `size` is that of `cardroom solve`: kuhn, leduc, royal or whole; `deal` has further fields of the message new, such as
    deck_ranks. The states that were visited are kept, so trees of millions of states do not fit. Dice, and discards that are
    shuffled again, are chances that no deck decides: an action that leads to one raises ValueError.
    """

    def __init__(self, game, client=None, size="kuhn", open_folds=False, **deal):
        """Prepares the tree; with `open_folds` a fold is also an action where a check is free."""
        self.client, self._own = client or Client(), client is None
        self._deal, self._open_folds, self._nodes = {"game": game, "size": size, "seed": 0, "hand": 1, **deal}, open_folds, {}
        first = self.client.send("new", **self._deal)
        self.client.send("close", table=first["table"])
        self.pack, self._seats = first["pack"], first["seats"]

    def num_players(self):
        return self._seats

    def max_chance_outcomes(self):
        return len(self.pack)

    def new_initial_state(self):
        return State(self)

    def close(self):
        """Ends the program, if the game has started it."""
        if self._own:
            self.client.close()

    def _node(self, cards, said):
        """How the hand stands after cards and actions."""
        if (cards, said) not in self._nodes:
            self._visit([(cards, said)])
        node = self._nodes[cards, said]
        if isinstance(node, Exception):
            raise node
        return node

    def _visit(self, places):
        """Finds out how the hand stands at several places with two lines of messages."""
        places = [place for place in places if place not in self._nodes]
        answers = self.client.batch({"do": "restart", **self._deal, "deck": "".join(cards), "actions": said} for cards, said in places)
        tables = [answer["table"] for answer in answers if not isinstance(answer, Refused)]
        try:
            nodes = [self._stands(answer, len(cards)) for answer, (cards, _) in zip(answers, places)]
            deciding = [(answer["table"], node) for answer, node in zip(answers, nodes) if isinstance(node, dict) and node["turn"] >= 0]
            views = self.client.batch({"do": "view", "table": table, "seat": node["turn"] + 1} for table, node in deciding)
            for (_, node), answer in zip(deciding, views):
                node["seen"][node["turn"]] = self._known(answer["view"])
            self._nodes.update(zip(places, nodes))
        finally:
            self.client.batch({"do": "close", "table": table} for table in tables)

    def _stands(self, now, chosen):
        """What is kept of an answer: a node, or the reason why there is none."""
        if isinstance(now, Refused):
            return now
        if "notes" in now:
            return ValueError(now["notes"][0])
        if "taken" not in now:
            return ValueError("chance has decided something that is not the order of the deck: a die, or discards that were shuffled")
        if now["taken"] > chosen:
            return {"turn": State.CHANCE}
        if now["over"]:
            return {"turn": State.TERMINAL, "seen": {}, "net": [float(n) for n in now["net"]]}
        legal = now["legal"]
        if not self._open_folds and any(choice["say"] == "check" for choice in legal):
            legal = [choice for choice in legal if choice["say"] != "fold"]
        said = actions(legal, 1000, 1000)
        if len(said) == 1000:
            return ValueError("a state with 1,000 actions or more is not one of a small game")
        return {"turn": now["turn"] - 1, "seen": {}, "actions": said}

    def _seen(self, cards, said, player):
        """What a player knows at a place."""
        seen = self._node(cards, said)["seen"]
        if player not in seen:
            now = self.client.send("restart", **self._deal, deck="".join(cards), actions=said)
            view = self.client.send("view", table=now["table"], seat=player + 1)["view"]
            self.client.send("close", table=now["table"])
            seen[player] = self._known(view)
        return seen[player]

    @staticmethod
    def _known(view):
        """What a seat knows, as a text: the cards that it sees, and what has been said."""
        held = " ".join("".join(itertools.chain.from_iterable(s["cards"])) for s in view["seats"])
        boards = " ".join("".join(board) for board in view["boards"])
        return " | ".join([f"seat {view['seat']}", held, boards, "".join(view.get("out", [])), ", ".join(view["said"])])


class State:
    """A state of a small game: a node of its tree. Players are numbered from 0, actions are numbers."""

    CHANCE, TERMINAL = -1, -4

    def __init__(self, game, cards=(), said=(), history=()):
        self._game = game
        self._move(cards, said, history)

    def _move(self, cards, said, history):
        self._node = self._game._node(cards, said)
        self._cards, self._said, self._history = cards, said, history

    def current_player(self):
        """The player in turn; CHANCE if a card is dealt, TERMINAL at the end."""
        return self._node["turn"]

    def is_chance_node(self):
        return self.current_player() == self.CHANCE

    def is_terminal(self):
        return self.current_player() == self.TERMINAL

    def is_player_node(self):
        return self.current_player() >= 0

    def is_simultaneous_node(self):
        return False

    def chance_outcomes(self):
        """The cards that can come next, as pairs of an action and its probability. Equal cards of several packs are one outcome."""
        if not self.is_chance_node():
            raise ValueError("no card is dealt in this state")
        left = list(self._game.pack)
        for card in self._cards:
            left.remove(card)
        return [(self._game.pack.index(card), left.count(card) / len(left)) for card in dict.fromkeys(left)]

    def legal_actions(self, player=None):
        """The actions of the player in turn; of another player none."""
        if player is not None and player != self.current_player():
            return []
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return list(range(len(self._node.get("actions", []))))

    def action_to_string(self, player, action=None):
        """The card of an action of chance, or the words of an action of the player in turn, who may be left out."""
        if action is None:
            player, action = self.current_player(), player
        return self._game.pack[action] if player == self.CHANCE else self._node["actions"][action]

    def apply_action(self, action):
        """Moves on by an action. Raises ValueError if it is not legal."""
        if action not in self.legal_actions():
            raise ValueError(f"action {action} is not one of {self.legal_actions()}")
        place = self._after(action)
        if place not in self._game._nodes:
            self._game._visit([self._after(other) for other in self.legal_actions()])
        self._move(*place, (*self._history, action))

    def _after(self, action):
        if self.is_chance_node():
            return (*self._cards, self._game.pack[action]), self._said
        return self._cards, (*self._said, self._node["actions"][action])

    def child(self, action):
        """The state after an action; this one stays."""
        other = self.clone()
        other.apply_action(action)
        return other

    def clone(self):
        return State(self._game, self._cards, self._said, self._history)

    def returns(self):
        """What each player has won, in the money of the stakes; 0 before the end."""
        return list(self._node.get("net", [0.0] * self._game._seats))

    def information_state_string(self, player=None):
        """All that a player, or the one in turn, knows. Two states with the same text look the same to that player."""
        if self.is_chance_node():
            raise ValueError("while a card is dealt nobody decides")
        player = self.current_player() if player is None else player
        if not 0 <= player < self._game._seats:
            raise ValueError(f"players are from 0 to {self._game._seats - 1}, not {player}")
        return self._game._seen(self._cards, self._said, player)

    def history(self):
        """The actions from the root, those of chance included."""
        return list(self._history)

    def num_players(self):
        return self._game._seats

    def get_game(self):
        return self._game

    def __str__(self):
        return " ".join(["".join(self._cards), *(f"{said};" for said in self._said)]).strip()
