// See `_recall_components.ts`.
/** A rule that notes and memories hold: of what, what is done, and why. */
export interface Practice {
  readonly says: string;
  readonly why: string;
  readonly ask: string;
  readonly other: string;
}

export const PRACTICES: readonly Practice[] = [
  {
    says: "retries with jitter",
    why: "all clients came back at the same second",
    ask: "retries and jitter",
    other: "trying again at random moments",
  },
  {
    says: "writes to a temporary file and renames it",
    why: "half a file was read once",
    ask: "writing to a temporary file first",
    other: "swapping documents in one go",
  },
  {
    says: "pins its dependencies",
    why: "a minor release broke the build",
    ask: "pinning dependencies",
    other: "fixing library versions",
  },
  {
    says: "deploys on Tuesdays only",
    why: "support is at full strength then",
    ask: "deploying on Tuesdays",
    other: "when we may go live",
  },
  {
    says: "keeps raw events for ninety days",
    why: "the contract with the auditors says so",
    ask: "keeping raw events for ninety days",
    other: "how long the unprocessed data stay",
  },
  {
    says: "names branches after tickets",
    why: "the changelog is made from them",
    ask: "naming branches",
    other: "what to call a line of work in git",
  },
  {
    says: "validates at the border only",
    why: "checks in the middle drifted apart",
    ask: "validation at the border",
    other: "where input gets checked",
  },
  {
    says: "has no default exports",
    why: "renames were missed",
    ask: "default exports",
    other: "how modules hand out their things",
  },
  {
    says: "measures before it optimises",
    why: "the last rewrite made it slower",
    ask: "measuring before optimising",
    other: "making it faster with evidence",
  },
  {
    says: "encrypts backups with the team key",
    why: "a disk was lost in the mail",
    ask: "encrypting backups",
    other: "protecting archives",
  },
  {
    says: "uses feature branches of two days at most",
    why: "merges took longer than the work",
    ask: "feature branches",
    other: "how long a change may stay unmerged",
  },
  {
    says: "returns problem details as JSON",
    why: "clients parsed the English text",
    ask: "problem details",
    other: "the format of failure replies",
  },
];

/** What people ask that nothing in the history has an answer to. */
export const UNRELATED: readonly string[] = [
  "Write a haiku about autumn leaves.",
  "What is the capital of Mongolia?",
  "Please implement a red-black tree in Rust with generic keys.",
  "Explain how quicksort chooses its pivot.",
  "Convert this shell script to PowerShell.",
  "How do I centre a div with CSS grid?",
  "Draft a job advert for a product designer.",
  "Make a snake game that runs in the terminal.",
  "What does the Kubernetes liveness probe do?",
  "Translate the readme into Portuguese.",
  "Add a license header to each source file, MIT please.",
  "Generate a logo as SVG: a fox that reads a book.",
  "Set up eslint and prettier for a new package.",
  "Which sorting algorithm is stable?",
  "Summarise the plot of Hamlet in three sentences.",
  "Write a regex that matches Roman numerals.",
  "Plan a weekend in Lisbon for two.",
  "Create a Terraform module for an S3 bucket with versioning.",
  "Please rename the variable foo to bar in main.py.",
  "How much is 17 percent of 2300?",
  "ok go on",
  "yes, do that please",
  "thanks! looks good, commit it",
  "run the tests again",
  "undo the last change",
  "Show me the git log of the last week.",
  "Write a Dockerfile for a Go service with a distroless base.",
  "Solve the eight queens puzzle in Prolog.",
  "What are the trade-offs between gRPC and GraphQL?",
  "Build a bloom filter with a false positive rate of one percent.",
  "Help me to prepare a talk about property-based testing.",
  "Implement OAuth device flow for our smart TV app.",
  "Make the landing page's hero section animated with parallax.",
  "Parse the Apache access log and plot visitors by country.",
  "Write unit tests for the binary search in algo/search.c.",
  "Migrate the podcast site from Jekyll to Astro.",
  "Teach me the difference between covariance and contravariance.",
  "Refactor the physics engine to use quaternions.",
  "Find a good name for my cat.",
  "Can you set up a Raspberry Pi as a print server?",
];
