import { config } from 'zod/v4/core'

// Our policy lets no text become a program, which zod would try out, once, and be reported for. Imported before anything makes a shape.
config({ jitless: true })
