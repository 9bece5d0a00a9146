import { Button, Text } from '@mantine/core'
import { useSetCommonIpAddresses } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'

/** The common list of IP addresses for API keys without a list of their own, each address with a button to remove it. */
export function CommonIpAddresses({ list }: { list: string }) {
  const addresses = list.split(',').filter(Boolean)
  return (
    <Section title="Daftar IP umum" hint="Hanya dari alamat ini API key yang tidak punya daftar sendiri boleh dipakai.">
      {addresses.length === 0 ? (
        <Text size="sm" c="dimmed">
          Kosong: API key boleh dipakai dari semua alamat, asalkan bertanda tangan. Isi daftarnya di Profile &gt; API.
        </Text>
      ) : (
        <RowList>
          {addresses.map((address) => (
            <AddressLine key={address} address={address} others={addresses.filter((other) => other !== address)} />
          ))}
        </RowList>
      )}
    </Section>
  )
}

function AddressLine({ address, others }: { address: string; others: string[] }) {
  const set = useSetCommonIpAddresses()
  const confirmRemove = () =>
    openConfirmation({
      question:
        others.length > 0
          ? `Hapus IP ${address}? API key tidak bisa dipakai dari sana lagi.`
          : `Hapus IP ${address}? Daftar menjadi kosong, dan API key boleh dipakai dari semua alamat.`,
      danger: true,
      onYes: () => set.mutate(others.join(',')),
    })
  return (
    <Row
      actions={
        <Button variant="default" size="sm" color="red" aria-label={`Hapus IP ${address}`} loading={set.isPending} onClick={confirmRemove}>
          Hapus
        </Button>
      }
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
    </Row>
  )
}
