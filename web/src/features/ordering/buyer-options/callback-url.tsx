import { Button, Text } from '@mantine/core'
import { useRemoveCallbackUrl } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'

/** The callback URL of this account, with a button to remove it. */
export function CallbackUrl({ address }: { address: string }) {
  const remove = useRemoveCallbackUrl()
  const confirmRemove = () =>
    openConfirmation({
      question: `Hapus alamat callback ${address}? Hasil pesanan tidak dikirim ke sana lagi.`,
      danger: true,
      onYes: () => remove.mutate(),
    })
  return (
    <Section title="Alamat callback" hint="Hasil setiap pesanan dikirim ke sini.">
      {address === '' ? (
        <Text size="sm" c="dimmed">
          Tidak ada alamat callback.
        </Text>
      ) : (
        <RowList>
          <Row
            actions={
              <Button variant="default" size="sm" color="red" loading={remove.isPending} onClick={confirmRemove}>
                Hapus
              </Button>
            }
          >
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {address}
            </Text>
          </Row>
        </RowList>
      )}
    </Section>
  )
}
