"""``karat cliques``: robustness over sentences that say the same."""

from __future__ import annotations

import typer

from karat.cli.lazy import Entry, lazy_group

COMMANDS = (
    Entry(
        "score",
        "karat.cli.cliques.score:score",
        "Score systems on cliques: sentences that say the same.",
        "karat cliques score out.json --gold cliques.json",
    ),
    Entry(
        "explain",
        "karat.cli.cliques.explain:explain",
        "Show one clique across systems.",
        "karat cliques explain 12 out.json --gold cliques.json",
    ),
    Entry(
        "prompts",
        "karat.cli.cliques.prompts:prompts",
        "Make the prompts of the k-shot protocol, none of which shows a sentence of the clique it asks about.",
        "karat cliques prompts cliques.json --shots 1 --shots 3 --output prompts.jsonl",
    ),
    Entry(
        "answers",
        "karat.cli.cliques.answers:answers",
        "Read recorded answers, leniently, and score them by number of demonstrations.",
        "karat cliques answers prompts.jsonl answers.jsonl --gold cliques.json",
    ),
    Entry(
        "parse",
        "karat.cli.cliques.parse:parse",
        "Parse the sentences of cliques with CoreNLP; a second run continues where the first stopped.",
        "karat cliques parse cliques.json -o trees.jsonl",
    ),
    Entry(
        "distance",
        "karat.cli.cliques.distance:distance",
        "Average a syntactic measure over the pairs of each clique and over all cliques, by discount.",
        "karat cliques distance cliques.json --trees parses.txt --discount 0.5",
    ),
    Entry(
        "stats",
        "karat.cli.cliques.stats:stats",
        "Count cliques, sentences, extractions and words, and say how much paraphrases add.",
        "karat cliques stats --benchmark karat-sample-cliques",
    ),
    Entry(
        "build",
        "karat.cli.cliques.build:build",
        "Build cliques around sentences: draw target parses, have paraphrases written, keep the most diverse.",
        "karat cliques build in.txt --trees in.trees --bank bank.tsv --command ./say --output out.json",
    ),
    Entry(
        "bank",
        "karat.cli.cliques.bank:bank",
        "Count which parses are paraphrased by which others, without words and with trees cut at a height.",
        "karat cliques bank pairs.tsv.gz --output bank.tsv",
    ),
    Entry(
        "targets",
        "karat.cli.cliques.targets:targets",
        "Draw, for each sentence, the parses of its paraphrases, from the paraphrases of the most similar parses.",
        "karat cliques targets in.txt --trees in.trees --bank bank.tsv --output targets.jsonl",
    ),
    Entry(
        "paraphrase",
        "karat.cli.cliques.paraphrase:paraphrase",
        "Write a paraphrase for each target by a command, a language model or recorded answers.",
        "karat cliques paraphrase targets.jsonl --command ./say --output candidates.jsonl",
    ),
    Entry(
        "filter",
        "karat.cli.cliques.filter:filter_candidates",
        "Keep the most diverse paraphrases of each clique, by BLEU between them.",
        "karat cliques filter candidates.jsonl --keep 3 --output cliques.json",
    ),
    Entry(
        "ask",
        "karat.cli.cliques.ask:ask",
        "Ask a model and append each answer as it arrives; a second run continues where the first stopped.",
        "karat cliques ask prompts.jsonl --endpoint URL --model NAME --output answers.jsonl",
    ),
)

app = typer.Typer(
    cls=lazy_group(COMMANDS),
    help="Robustness over cliques: sentences that say the same in different syntax.",
    epilog="Example: karat cliques score out.json --gold cliques.json",
    no_args_is_help=True,
)
