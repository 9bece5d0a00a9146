import { createContext } from 'react'

/** Whether bars and a <main> already stand around. */
export const InFrame = createContext(false)
