import { Button, Skeleton } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiSettingsQuery } from '#features/api-settings/api-settings.api.ts'
import { CallbackTools } from '#features/api-settings/callback-tools.tsx'
import { type DeliveryAddress, DeliveryList } from '#features/api-settings/delivery-list.tsx'
import { KeyList } from '#features/api-settings/key-list.tsx'
import { SettingsForm } from '#features/api-settings/settings-form.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

interface PanelProps {
  at: DeliveryAddress
  onOpenDelivery: (id: bigint) => void
}

/** How the buyer's own software orders here: keys, who may call, and what it is told. */
export function ApiPanel({ at, onOpenDelivery }: PanelProps) {
  const { data, error, refetch } = useQuery(apiSettingsQuery)
  if (!data)
    return error ? (
      <Section title="API key">
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Section>
    ) : (
      <Bones />
    )
  return (
    <>
      <KeyList settings={data} action={docsButton} />
      <SettingsForm settings={data} />
      <CallbackTools hasCallback={data.callback !== ''} />
      <DeliveryList at={at} onOpen={onOpenDelivery} />
    </>
  )
}

const docsButton = (
  <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default" size="sm" leftSection={<IconBook2 size={18} />}>
    Dokumentasi API
  </Button>
)

const Bones = () => (
  <>
    <Skeleton height={240} radius={12} />
    <Skeleton height={320} radius={12} />
  </>
)
