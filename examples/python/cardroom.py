"""Play card-room poker from Python: a client of `cardroom serve --stdio`.

One file, standard library only. `Client` sends messages, `Env` is an environment in
the shape of PettingZoo's AEC API: one agent a seat, one hand an episode.

    env = Env("angies/holdem", seats=2)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample())
    env.close()

`cardroom serve --messages` explains the messages. Env was written after PettingZoo's
documentation and is checked by conformance.py; it was not tried with the library.
"""

import json
import random
import subprocess


class Refused(Exception):
    """A request that was refused; nothing has changed."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code, self.hint = error["code"], error.get("hint", "")


class Client:
    """A running `cardroom serve`, with all the tables that it has open."""

    def __init__(self, command=("cardroom",), games=(), seed=None):
        line = [*command, "serve", "--stdio", *games]
        line += ["--seed", str(random.getrandbits(63) if seed is None else seed)]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def send(self, do, **fields):
        """Sends one request and returns its answer."""
        return self._checked(self._line({"do": do, **fields}))

    def batch(self, requests):
        """Sends many requests in one line; an answer that was refused is a Refused."""
        return [a if a["ok"] else Refused(a["error"]) for a in self._line(list(requests))]

    def close(self):
        """Ends the server."""
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait(timeout=10)
        self.process.stdout.close()

    def _line(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise ConnectionError("cardroom has ended")
        answer = json.loads(line)
        if isinstance(message, list) and isinstance(answer, dict):
            self._checked(answer)
        return answer

    @staticmethod
    def _checked(answer):
        if not answer["ok"]:
            raise Refused(answer["error"])
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class ActionSpace:
    """What an agent may say now. Actions are texts."""

    def __init__(self, legal, seed=None):
        self.legal, self.random = legal, random.Random(seed)

    def seed(self, seed=None):
        self.random.seed(seed)

    def sample(self):
        """One legal action: a random choice, with a random amount or random cards."""
        choice = self.random.choice(self.legal)
        say = choice["say"]
        if "least" in choice:
            steps = round((choice["most"] - choice["least"]) / choice["step"])
            return f"{say} {round(choice['least'] + self.random.randint(0, steps) * choice['step'], 2):g}"
        if "cards" in choice:
            cards = choice["cards"]
            if "sets" in cards:
                picked = self.random.choice(cards["sets"])
            else:
                picked = self.random.sample(cards["from"], self.random.randint(cards["least"], cards["most"]))
            return " ".join([say, *picked])
        return say


class Env:
    """A hand as an environment for several agents that act in turn."""

    metadata = {"name": "cardroom_v1", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, game, client=None, **deal):
        """Deals `game`; seats, stakes, stack and set are those of the message new."""
        self.client, self.own = client or Client(), client is None
        self.deal = {"game": game, **deal}
        self.table, self.hand, self.seed = None, 0, None
        first = self.client.send("new", hand=1, **self.deal)
        self.client.send("close", table=first["table"])
        self.possible_agents = [f"seat_{k + 1}" for k in range(first["seats"])]
        self.agents = []

    def reset(self, seed=None, options=None):
        """Deals the next hand, or with a seed the first of that seed."""
        if seed is not None:
            self.seed, self.hand = seed, 0
        self.hand += 1
        fields = {**self.deal, **(options or {}), "hand": self.hand}
        if self.seed:
            fields["seed"] = self.seed
        if self.table is not None:
            self.client.send("close", table=self.table)
        self.state = self.client.send("new", **fields)
        self.table = self.state["table"]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._spaces = {}
        self._turn()

    def _turn(self):
        """Follows the table: who is next, or how it has ended."""
        self.infos = {agent: {} for agent in self.agents}
        if self.state["over"]:
            for agent, net in zip(self.possible_agents, self.state["net"]):
                self.rewards[agent] = float(net)
                self._cumulative_rewards[agent] += float(net)
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.state["turn"] - 1]
            self.infos[self.agent_selection]["legal"] = self.state["legal"]

    def step(self, action):
        """Acts for the agent whose turn it is; an agent that is done takes None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("an agent that is done takes None")
            self.agents.remove(agent)
            for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del kept[agent]
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        answer = self.client.send("act", table=self.table, seat=self._seat(agent), action=action)
        self._cumulative_rewards[agent] = 0.0
        self.state = answer
        self._turn()

    def observe(self, agent):
        """The table as the agent sees it."""
        return self.client.send("view", table=self.table, seat=self._seat(agent))["view"]

    def last(self, observe=True):
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def action_space(self, agent):
        """What the agent may say now; it changes with every step."""
        legal = self.infos.get(agent, {}).get("legal", [])
        space = self._spaces.setdefault(agent, ActionSpace(legal, f"{self.seed} {self.hand} {agent}"))
        space.legal = legal
        return space

    def render(self):
        """The hand so far, in the dealer's words."""
        return "\n".join(self.client.send("view", table=self.table, seat=-1)["view"]["told"])

    def undo(self, count=1):
        """Steps back so many actions."""
        self.state = self.client.send("undo", table=self.table, count=count)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def close(self):
        if self.own:
            self.client.close()

    @staticmethod
    def _seat(agent):
        return int(agent.removeprefix("seat_"))
