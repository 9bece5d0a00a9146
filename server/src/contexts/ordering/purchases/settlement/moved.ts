/** What was looked at before it was locked is no longer so: the batch is decided again on what holds now. */
export class Moved extends Error {}
