/** Components that open over a page, for `lazy.tsx`. */
export { Drawer, Modal } from '@mantine/core'
