/*
 * What `zod` is in the page (build/lean-contract.ts puts it there): the part of it that the contract uses, 2 kB instead of 37 that every
 * start has to load and run. What it says of a value, and what it makes of it, is what zod says and makes: tools/page-contract.test.ts
 * compares the two over the whole contract, and fails when the contract begins to use what is missing here.
 */
export * as z from '#lib/zod/schemas.ts'
