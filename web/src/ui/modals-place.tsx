import { late } from '#ui/lazy.tsx'
import { useModalsWanted } from '#ui/modals.ts'

const ModalsHost = late(async () => (await import('#ui/modals-host.tsx')).ModalsHost)

/** The container of confirmations; mounted once by each page that uses them. */
export const ModalsPlace = () => <ModalsHost now={useModalsWanted()} />
