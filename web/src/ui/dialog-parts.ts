/** Components that open over a page; `lazy.tsx` loads them on demand. */
export { Drawer, Modal } from '@mantine/core'
