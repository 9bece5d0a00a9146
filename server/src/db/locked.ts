declare const locked: unique symbol

/**
 * A row that is locked until the end of the transaction, with its values under the lock. Functions that need a lock take this type, so that a row that
 * was only read cannot be passed to them. Only the functions that lock rows call `asLocked`.
 */
export type Locked<Row> = Row & { readonly [locked]: true }

export const asLocked = <Row>(row: Row): Locked<Row> => row as Locked<Row>
