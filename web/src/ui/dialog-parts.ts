/** What opens over a page, for `late.tsx`. */
export { Drawer, Modal } from '@mantine/core'
