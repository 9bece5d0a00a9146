import { late } from '#ui/lazy.tsx'
import { useModalsWanted } from '#ui/modals.ts'

const ModalsHost = late(async () => (await import('#ui/modals-host.tsx')).ModalsHost)

/** Where questions appear; mounted once by a page that asks any. */
export const ModalsPlace = () => <ModalsHost now={useModalsWanted()} />
