/*
 * Our policy lets no text become a program, which zod would try out, once, and be reported for. It reads this when it is loaded; asking it by
 * `config()` would load it for the sign-in, which has no use for it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
