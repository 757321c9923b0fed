/**
 * What the summary of a session has to keep. The host puts it into the instructions of the compaction word for word, and takes nothing but
 * plain text there (Claude Code 2.1.332, measured).
 */
export function compactionNote(): string {
  return "In the summary keep the names of notes and [[wiki links]] as they are written, the decisions with their reasons, and the open questions. Say apart what should outlive this session and is not stored yet: after the compaction it goes to the memory with checkpoint(), note() or anti_pattern().\n";
}
