// What a session start needs only now and then, in one file that is loaded when it does: a hook pays 0.5 ms for every file it loads
// and 0.4 ms for every 10 kB (2.9.6, measured), and on most starts nothing has changed, nothing waits and nothing is due.

export { knownMemories } from "../brief/known_memories.ts";
export { memoryChapter } from "../brief/memory_chapter.ts";
export { startDaemon } from "../daemon/start_daemon.ts";
export { readVault } from "../brief/read_vault.ts";
export { readGodNodes } from "../graph/god_nodes.ts";
export { startWorker } from "../rebuild/start_worker.ts";
export { deliverSpooled } from "../session/deliver_spooled.ts";
export { readLedger } from "../session/ledger.ts";
export { journalTheDead } from "../session/journal_the_dead.ts";
export { summaryOfSession } from "../summary/summary_of_session.ts";
