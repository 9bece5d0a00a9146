/** What opens over a page, for `lazy.tsx`. */
export { Drawer, Modal } from '@mantine/core'
