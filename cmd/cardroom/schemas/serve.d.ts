// The messages of cardroom serve. Written from the schemas beside this file: go test ./cmd/cardroom -run TestSchemas -update

export interface HelloRequest {
  do: "hello";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
}

export interface GamesRequest {
  do: "games";
  /** which family of a gallery */
  family?: string;
  /** whose games */
  house?: string;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
}

export interface NewRequest {
  /** the seat of the button */
  button?: number;
  /** the cards that are dealt first, the top card first */
  deck?: string;
  /** with size: the ranks of its deck */
  deck_ranks?: string;
  /** with size: the number of its suits */
  deck_suits?: number;
  do: "new";
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** the number of the hand, from 1; without it the number of the table */
  hand?: number;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** number of players */
  seats?: number;
  /** of the cards; without it that of the server */
  seed?: number;
  /** options of the game and their values */
  set?: Record<string, string>;
  /** the small version of the game that is dealt, as 'cardroom solve' plays it */
  size?: "kuhn" | "leduc" | "royal" | "whole";
  /** as --stack of 'cardroom run', "100bb" or one for each seat, "200,50,50" */
  stack?: string;
  /** as --stakes of 'cardroom run', "2-4"; without them those of the game */
  stakes?: string;
}

export interface LegalRequest {
  do: "legal";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface ActRequest {
  /** what a player says */
  action: string;
  do: "act";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** who acts or looks: a seat from 1; to look, 0 sees what lies open and -1 all cards */
  seat?: number;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface ViewRequest {
  do: "view";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** name what the hands are that the view sees whole */
  made?: boolean;
  /** who acts or looks: a seat from 1; to look, 0 sees what lies open and -1 all cards */
  seat?: number;
  /** tell what was said after this number of actions */
  since?: number;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface UndoRequest {
  /** a number of actions, 1 without it */
  count?: number;
  do: "undo";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface RedoRequest {
  /** a number of actions, 1 without it */
  count?: number;
  do: "redo";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface CloseRequest {
  do: "close";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface ExplainRequest {
  do: "explain";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** who acts or looks: a seat from 1; to look, 0 sees what lies open and -1 all cards */
  seat?: number;
  /** the number that new, fork or restart answered */
  table: number;
  /** what to explain; without it what fits the moment */
  topic?: "turn" | "bet" | "pot" | "award" | "ruling";
}

export interface ForkRequest {
  /** copy the table as it was after this number of actions */
  at?: number;
  do: "fork";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface RestartRequest {
  /** what was said from the deal on, as said of a view that sees all cards lists it */
  actions?: Array<string>;
  /** the seat of the button */
  button?: number;
  /** the cards that are dealt first, the top card first */
  deck?: string;
  /** with size: the ranks of its deck */
  deck_ranks?: string;
  /** with size: the number of its suits */
  deck_suits?: number;
  do: "restart";
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** the number of the hand, from 1; without it the number of the table */
  hand?: number;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** number of players */
  seats?: number;
  /** of the cards; without it that of the server */
  seed?: number;
  /** options of the game and their values */
  set?: Record<string, string>;
  /** the small version of the game that is dealt, as 'cardroom solve' plays it */
  size?: "kuhn" | "leduc" | "royal" | "whole";
  /** as --stack of 'cardroom run', "100bb" or one for each seat, "200,50,50" */
  stack?: string;
  /** as --stakes of 'cardroom run', "2-4"; without them those of the game */
  stakes?: string;
}

export interface IrregularityRequest {
  do: "irregularity";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** an irregularity and its details */
  say?: string;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface StepRequest {
  /** a number of actions, 1 without it */
  count?: number;
  do: "step";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** who acts, as --policy of 'cardroom run'; random without it */
  policy?: string;
  /** the number that new, fork or restart answered */
  table: number;
}

export interface OptionsRequest {
  do: "options";
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** options of the game and their values */
  set?: Record<string, string>;
}

export interface SourceRequest {
  do: "source";
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game: string;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
}

export interface CheckRequest {
  do: "check";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** a word of the language or a topic; of parameters, the message; of check, the game that is played */
  name?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** the text of the tests of a script, which it is about then */
  tests?: string;
}

export interface TokensRequest {
  do: "tokens";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** the text of the tests of a script, which it is about then */
  tests?: string;
}

export interface FormatRequest {
  do: "format";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the text of a script, in place of a game */
  script?: string;
}

export interface CompleteRequest {
  /** in the line, in characters from 1 */
  col?: number;
  do: "complete";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** of the script, from 1 */
  line?: number;
  /** the text of a script, in place of a game */
  script?: string;
  /** the text of the tests of a script, which it is about then */
  tests?: string;
}

export interface HoverRequest {
  /** in the line, in characters from 1 */
  col?: number;
  do: "hover";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** of the script, from 1 */
  line?: number;
  /** the text of a script, in place of a game */
  script?: string;
  /** the text of the tests of a script, which it is about then */
  tests?: string;
}

export interface ParametersRequest {
  do: "parameters";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** a word of the language or a topic; of parameters, the message; of check, the game that is played */
  name: string;
}

export interface DocRequest {
  do: "doc";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** a word of the language or a topic; of parameters, the message; of check, the game that is played */
  name?: string;
}

export interface SheetRequest {
  /** print the text of the cited clauses; JSON always has it */
  clauses?: boolean;
  do: "sheet";
  /** print the sheet for READER: players or floor */
  for?: "players" | "floor";
  /** in HTML, show clubs green and diamonds blue */
  four_colour?: boolean;
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** set a rule option, OPTION=VALUE; repeatable */
  set?: Record<string, string>;
  /** show the script line behind each rule */
  source?: boolean;
  /** print the sheet for STAKES, such as 2-4 or "nl 1-2" */
  stakes?: string;
}

export interface TestRequest {
  /** check each property N times */
  checks?: number;
  /** run each test N times */
  count?: number;
  do: "test";
  /** stop at the first test that fails */
  fail_fast?: boolean;
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** run only tests whose name matches REGEXP */
  run?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** random seed N: the same seed repeats the result */
  seed?: number;
  /** the text of tests of the script */
  tests?: string;
  /** give each test TIME */
  timeout?: string;
}

export interface SimulateRequest {
  do: "simulate";
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** play only hand N of the run */
  hand?: number;
  /** play N hands */
  hands?: number;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** continue after a hand that fails, and list such hands */
  keep_going?: boolean;
  /** trigger an irregularity with probability P at each moment, such as 0.02 */
  mishaps?: number;
  /** seats play by POLICY: random, call, tight, loose, station, maniac, table, file.star:name or file.strategy; SEAT=POLICY for one seat; repeatable */
  policy?: string;
  /** the text of a script, in place of a game */
  script?: string;
  /** seat N players */
  seats?: number;
  /** random seed N: the same seed repeats the result */
  seed?: number;
  /** set a rule option, OPTION=VALUE; repeatable */
  set?: Record<string, string>;
  /** play only part I/N of the hands, such as 1/4 */
  shard?: string;
  /** give each player SIZE: chips, or big blinds as in 40bb; a list sets seat 1, seat 2, … */
  stack?: string;
  /** play for STAKES: 2-4, 1-3/1-6, "pl 1-2", "nl 1-2", or a name the house has posted */
  stakes?: string;
}

export interface OddsRequest {
  do: "odds";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the text of a script, in place of a game */
  script?: string;
  spec?: {
    /** CARDS on the board */
    board?: string;
    /** play N boards, 1 or 2, each for half of the pot */
    boards?: number;
    /** CARDS that cannot come */
    dead?: string;
    /** the hands draw by POLICY: best, pat, pairs, low, badugi, cards, file.star:name; one for all or a list */
    draw?: string;
    /** sample until the standard error of every equity is at most E, such as 0.001 */
    error?: number;
    /** give the exact answer, however long it takes */
    exact?: boolean;
    /** the game GAME */
    game?: string;
    /** show a range as a grid, or its equity against the other hands */
    grid?: boolean;
    /** cards such as AhKh, ranges such as QQ+,AKs or 15%, or random */
    hands?: Array<string>;
    /** show how often each hand ends as a pair, a straight and so on */
    made?: boolean;
    /** show the best and worst cards that can come next */
    next?: boolean;
    /** show the best hands on the board, and who can hold them */
    nuts?: boolean;
    /** chips that each hand has put in, such as 50,100,100 */
    put?: string;
    /** sample N deals */
    samples?: number;
    /** random seed N: the same seed repeats the result */
    seed?: number;
    /** set a rule option, OPTION=VALUE; repeatable */
    set?: Record<string, string>;
    /** sample for TIME, such as 5s; samples with the printed number repeats the answer */
    time?: string;
    /** list the top N of nuts or next */
    top?: number;
  };
}

export interface SolveRequest {
  /** bet and raise SIZES times the pot, and all in, or all for every amount; river=0.5,1 are those of a round */
  bets?: string;
  /** solve the game with its whole deck: of all deals take some, and put the hands of each round into N buckets by their strength */
  buckets?: number;
  /** with buckets, take N deals */
  deals?: number;
  /** deal from this many RANKS, or from these: 4, A5K */
  deck_ranks?: string;
  /** deal from N suits */
  deck_suits?: number;
  do: "solve";
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** stop after N iterations */
  iterations?: number;
  /** refuse games of more than N nodes */
  limit?: number;
  /** take at most MB megabytes */
  memory?: number;
  /** solve by METHOD: cfr+, discounted, predictive */
  method?: "cfr+" | "discounted" | "predictive";
  /** also try folds where a check is free */
  open_folds?: boolean;
  /** compute what a seat that plays by a policy loses, SEAT=POLICY; repeatable */
  policy?: string;
  /** with policy against a bank, play N rounds */
  rounds?: number;
  /** with buckets, solve deals deals (fixed), or learn from new cards in each iteration (external) */
  sampling?: "fixed" | "external";
  /** the text of a script, in place of a game */
  script?: string;
  /** seat N players */
  seats?: number;
  /** with buckets, draw the deals by SEED */
  seed?: number;
  /** set a rule option, OPTION=VALUE; repeatable */
  set?: Record<string, string>;
  /** show the first N decisions of each seat */
  show?: number;
  /** make the game of this SIZE: kuhn (one round), leduc (two rounds), royal (three rounds), whole (all of the game), or a TOML file */
  size?: string;
  /** give each player CHIPS, or a list for seat 1, seat 2, …: "4", "3,4,6" */
  stack?: string;
  /** play for STAKES */
  stakes?: string;
  /** stop when the exploitability is at most X antes; against a bank, when the edge is known to ± X bets (95 %) */
  until?: number;
}

export interface DiffRequest {
  /** set an option in the first game, OPTION=VALUE; repeatable */
  a?: Record<string, string>;
  /** the second game; without it set is for the second rule set of one game */
  against?: string;
  /** set an option in the second game, OPTION=VALUE; repeatable; the second GAME may then be left out */
  b?: Record<string, string>;
  /** with solve or exhaustive: deal from this many RANKS, or from these: 4, A5K */
  deck_ranks?: string;
  /** with solve or exhaustive: deal from N suits */
  deck_suits?: number;
  do: "diff";
  /** with exhaustive or solve: compare GAME with every other value of each option */
  each_option?: boolean;
  /** play every line of small versions: no line differs, or the shortest hand that does */
  exhaustive?: boolean;
  /** a game of a house, such as angies/holdem; with script, a game in it */
  game?: string;
  /** play N hands of each game */
  hands?: number;
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** with exhaustive: stop a version after N decisions and ends of hands */
  limit?: number;
  /** with exhaustive: also try folds where a check is free */
  open_folds?: boolean;
  /** seats play by POLICY: random, call, tight, loose, station, maniac, table, file.star:name or file.strategy; SEAT=POLICY for one seat; repeatable */
  policy?: string;
  /** compare the rules only, like hands 0 */
  rules_only?: boolean;
  /** the text of a script, in place of a game */
  script?: string;
  /** seat N players */
  seats?: number;
  /** random seed N: the same seed repeats the result */
  seed?: number;
  /** set an option in both games, OPTION=VALUE; repeatable */
  set?: Record<string, string>;
  /** play only part I/N of the hands, such as 1/4 */
  shard?: string;
  /** with solve or exhaustive: make the games of this SIZE, as in 'cardroom solve'; exhaustive takes several */
  size?: string;
  /** give each player SIZE: chips, or big blinds as in 40bb; a list sets each seat */
  stack?: string;
  /** play for STAKES: 2-4, "pl 1-2", "nl 1-2", or a name the house has posted */
  stakes?: string;
  /** play the second game for STAKES */
  stakes_b?: string;
}

export interface CancelRequest {
  do: "cancel";
  /** comes back with the answer; at most 200 bytes */
  id?: string;
  /** the id of the request whose work is to end */
  of: string;
}

export type Request = HelloRequest | GamesRequest | NewRequest | LegalRequest | ActRequest | ViewRequest | UndoRequest | RedoRequest | CloseRequest | ExplainRequest | ForkRequest | RestartRequest | IrregularityRequest | StepRequest | OptionsRequest | SourceRequest | CheckRequest | TokensRequest | FormatRequest | CompleteRequest | HoverRequest | ParametersRequest | DocRequest | SheetRequest | TestRequest | SimulateRequest | OddsRequest | SolveRequest | DiffRequest | CancelRequest;

/** An answer of 'cardroom serve'. 'cardroom serve --messages' explains requests and answers. Fields are there where the message has them. */
export interface Answer {
  /** actions so far */
  at?: number;
  /** the cards of the game, each once however many the deck has */
  deck?: string;
  error?: {
    code: "malformed" | "unknown" | "illegal" | "limit";
    col?: number;
    /** The position in a script, if there is one. */
    file?: string;
    hint?: string;
    line?: number;
    message: string;
  };
  /** the findings of cardroom check */
  faults?: Array<Record<string, unknown>>;
  game?: string;
  games?: Array<{
    /** what it is, in a sentence */
    about?: string;
    /** the game is played against a bank */
    banked?: boolean;
    /** the script of a gallery that defines it */
    family?: string;
    game: string;
    /** whose game it is */
    house?: string;
    max_seats: number;
    min_seats: number;
    name: string;
    /** those of a table that names none */
    stakes?: string;
  }>;
  hand?: number;
  /** the body of a page */
  html?: string;
  /** that of the request */
  id?: string;
  /** what may stand at a place */
  items?: Array<{
    detail?: string;
    doc?: string;
    insert: string;
    kind: string;
    label: string;
  }>;
  /** what the seat whose turn it is may do */
  legal?: Array<{
    cards?: {
      from?: Array<string>;
      least: number;
      most: number;
      /** Prices is what one card costs, two cards, and so on up to Most, in the money of the stakes. */
      prices?: Array<number>;
      sets?: Array<Array<string>>;
    };
    /** in the money of the stakes */
    least?: number;
    /** in the money of the stakes */
    most?: number;
    /** in the money of the stakes */
    price?: number;
    /** the words of the action */
    say: string;
    /** where the pot is a measure of bets */
    sizes?: Array<{
      /** "half pot" or "pot" */
      say: string;
      /** in the money of the stakes */
      to: number;
    }>;
    /** in the money of the stakes */
    step?: number;
  }>;
  limits?: {
    /** per hand */
    actions: number;
    /** requests per line */
    batch: number;
    /** per line */
    bytes: number;
    /** Hands and Seconds limit long work, for servers that offer it. */
    hands?: number;
    /** of any work */
    seconds?: number;
    /** kept for undo at all tables */
    states: number;
    /** open at the same time */
    tables: number;
  };
  /** reasons in the dealer's words, or what can go wrong */
  lines?: Array<string>;
  markdown?: string;
  /** what each seat has won or lost */
  net?: Array<number>;
  /** what a command writes to standard error; of the message options, the collections that a single hand does not pay */
  notes?: Array<string>;
  /** false where error says why the request was refused */
  ok: boolean;
  /** readings of doubtful rules that a table may choose */
  options?: Array<{
    about: string;
    /** empty when any value will do */
    choices: Array<string>;
    default: string;
    name: string;
    /** in force */
    value: string;
  }>;
  /** the hand has ended */
  over?: boolean;
  /** the cards that are dealt, in no order */
  pack?: Array<string>;
  parameters?: Array<{
    about: string;
    default?: string;
    /** text, whole, unsigned, number, truth, duration, list or choices */
    kind: string;
    least?: number;
    most?: number;
    name: string;
    values?: Array<string>;
  }>;
  /** the work was ended early */
  partial?: boolean;
  /** irregularities that can happen now */
  possible?: Array<{
    about: string;
    /** what is told of it */
    details: Array<{
      about: string;
      holds: "seat" | "card" | "cards" | "number" | "numbers" | "amount" | "amounts" | "word" | "flag" | "seats";
      name: string;
      required?: boolean;
      /** possible values */
      words?: Array<string>;
    }>;
    /** group in the catalog */
    group: string;
    kind: string;
  }>;
  /** stakes that the house has posted */
  posted?: Array<string>;
  /** the stretch that an item replaces */
  replace?: {
    col: number;
    end_col: number;
    line: number;
  };
  /** what the command prints as JSON */
  result?: Record<string, unknown>;
  /** how often version 1 has been added to: the first number of the list of changes */
  revision?: number;
  /** the action as it was understood */
  said?: string;
  /** names the shape; the number changes when a field changes its meaning or goes away */
  schema: "cardroom.serve/1";
  seats?: number;
  seed?: number;
  /** the script of a game */
  source?: {
    file: string;
    /** name of the game in the script */
    name: string;
    text: string;
  };
  /** actions taken back or done again */
  steps?: number;
  /** the rules of CSS for html */
  style?: string;
  /** number of the table */
  table?: number;
  /** cards taken from the deck so far */
  taken?: number;
  /** a script laid out */
  text?: string;
  /** line, column, length and kind of each word */
  tokens?: unknown[];
  /** the seat whose turn it is, 0 for the dealer */
  turn?: number;
  /** of the messages */
  version?: number;
  view?: {
    /** the hands that the house's cards are set apart as */
    apart?: Array<Array<string>>;
    /** the seat that banks; none if the house does */
    banker?: number;
    boards: Array<Array<string>>;
    button: number;
    gone?: Array<string>;
    house?: Array<Array<string>>;
    /** of the seat in turn, if its choices are for the eyes of this view */
    legal?: Array<{
      cards?: {
        from?: Array<string>;
        least: number;
        most: number;
        /** Prices is what one card costs, two cards, and so on up to Most, in the money of the stakes. */
        prices?: Array<number>;
        sets?: Array<Array<string>>;
      };
      /** in the money of the stakes */
      least?: number;
      /** in the money of the stakes */
      most?: number;
      /** in the money of the stakes */
      price?: number;
      /** the words of the action */
      say: string;
      /** where the pot is a measure of bets */
      sizes?: Array<{
        /** "half pot" or "pot" */
        say: string;
        /** in the money of the stakes */
        to: number;
      }>;
      /** in the money of the stakes */
      step?: number;
    }>;
    /** how the house writes one and a half: "$1.50", "1.50 chips" or "1.50" */
    money: string;
    out?: Array<string>;
    /** in the money of the stakes */
    pot: number;
    said: Array<string>;
    /** who looks: 0 sees what lies open, -1 all cards */
    seat: number;
    seats: Array<{
      /** the hands that its cards are set apart as, if the view knows */
      apart?: Array<Array<string>>;
      /** against a bank: what lies on each of its bets */
      bets?: Array<{
        /** its name, as in "ante" */
        bet: string;
        /** in the money of the stakes */
        lies: number;
      }>;
      cards: Array<Array<string>>;
      live: boolean;
      /** if asked for: for each part of the pot, what the hand makes now, if the view sees all of it */
      made?: Array<{
        cards: Array<string>;
        /** the words of a dealer, as in "two pair, kings and fives" */
        name: string;
        /** the name of the part, as in "low" */
        part: string;
      }>;
      /** in the money of the stakes */
      put: number;
      seat: number;
      /** in the money of the stakes */
      stack: number;
      up: Array<boolean>;
      /** in the money of the stakes */
      wagered: number;
    }>;
    street: string;
    told: Array<string>;
  };
}

/** A line that may come before the answer to a request with an id. */
export interface Progress {
  id: string;
  progress: number;
  note: string;
}
