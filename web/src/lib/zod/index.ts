/*
 * The replacement of `zod` in the web app (used by build/lean-contract.ts). It implements only the features that the contract uses, in 2 kB instead
 * of 37 kB that every start would load and run. Its results equal those of zod: tools/page-contract.test.ts compares both implementations over the
 * whole contract, and fails when the contract uses a feature that is missing here.
 */
export * as z from '#lib/zod/schemas.ts'
