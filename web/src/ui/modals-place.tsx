import { late } from '#ui/lazy.tsx'
import { useModalsWanted } from '#ui/modals.ts'

const ModalsHost = late(async () => (await import('#ui/modals-host.tsx')).ModalsHost)

/** The container in which confirmations are shown. Each page that uses confirmations mounts it once. */
export const ModalsPlace = () => <ModalsHost now={useModalsWanted()} />
