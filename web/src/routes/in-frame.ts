import { createContext } from 'react'

/** Whether the page is inside the frame with bars and a <main>. */
export const InFrame = createContext(false)
