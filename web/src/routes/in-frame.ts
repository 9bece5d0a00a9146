import { createContext } from 'react'

/** Whether the page is inside the frame with bars and a <main>. */
export const InFrameContext = createContext(false)
