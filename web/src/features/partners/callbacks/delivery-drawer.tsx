import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { deliveryQuery, useRedeliver } from '#features/partners/callbacks/callbacks.api.ts'
import { DeliveryAttempts } from '#features/partners/callbacks/delivery-attempts.tsx'
import classes from '#features/partners/callbacks/delivery-list.module.css'
import { DeliveryBadge } from '#features/partners/callbacks/delivery-state.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { ErrorState } from '#ui/states.tsx'

/** One callback: its content, all attempts, and a button to send it again. */
export function DeliveryDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <SideDrawer record={id} title={(id) => `Callback ${id}`} width={520} onClose={onClose}>
      {(id) => <Content id={id} />}
    </SideDrawer>
  )
}

function Content({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(deliveryQuery(id))
  const redeliver = useRedeliver()
  if (error && !data) return <ErrorState title="Callback belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <DeliveryBadge state={data.state} />
        <Button size="sm" leftSection={<IconSend size={18} />} loading={redeliver.isPending} onClick={() => redeliver.mutate(data.id)}>
          Kirim ulang
        </Button>
      </div>
      <Facts
        facts={[
          { label: 'Peristiwa', value: data.event, code: true },
          {
            label: 'Reff Client',
            value: data.reffclient,
            code: true,
            action: data.reffclient && <CopyButton text={data.reffclient} label="Salin reff client" />,
          },
          { label: 'Alamat', value: data.url, code: true },
          { label: 'Dibuat', value: wib(data.createat) },
          { label: 'Dicoba lagi', value: data.nextat && wib(data.nextat) },
        ]}
      />
      <section>
        <div className={classes.head}>
          <Text component="h3" fw={650}>
            Isi
          </Text>
          <CopyButton text={data.body} label="Salin isi" />
        </div>
        <CodeBlock>{data.body}</CodeBlock>
      </section>
      <section>
        <Text component="h3" fw={650} mb={8}>
          Percobaan
        </Text>
        <DeliveryAttempts attempts={data.attempts} />
      </section>
    </Stack>
  )
}
