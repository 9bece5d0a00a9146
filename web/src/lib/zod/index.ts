/*
 * The replacement of `zod` in the page (by build/lean-contract.ts): the features that the contract uses, 2 kB instead of 37 kB that every start would
 * load and run. Its results equal those of zod: tools/page-contract.test.ts compares both over the whole contract, and fails when the contract uses a
 * feature that is missing here.
 */
export * as z from '#lib/zod/schemas.ts'
