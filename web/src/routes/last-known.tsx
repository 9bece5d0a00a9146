import { Text } from '@mantine/core'
import { useState } from 'react'
import { PurchaseCard } from '#features/ordering/purchases/list/purchase-card.tsx'
import { readLastKnown } from '#routes/persisted-queries.ts'
import { Rupiah } from '#ui/money.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'

const shown = 10

/** The last known balance and purchases, for a cashier without a network. */
export default function LastKnown() {
  const [{ balance, purchases }] = useState(readLastKnown)
  const rows = purchases?.data.content.slice(0, shown) ?? []
  return (
    <Section title="Terakhir diketahui" hint="Disimpan di perangkat ini sampai Anda keluar. Diperbarui sendiri begitu jaringan kembali.">
      {balance && (
        <Text>
          Saldo <Rupiah of={balance.data.balance} strong />{' '}
          <Text component="span" size="sm" c="dimmed">
            <RelativeTime at={new Date(balance.at)} />
          </Text>
        </Text>
      )}
      {purchases && rows.length > 0 ? (
        <>
          <Text size="sm" c="dimmed">
            Pembelian, dibaca <RelativeTime at={new Date(purchases.at)} />
          </Text>
          <RowList aria-label="Pembelian yang terakhir diketahui">
            {rows.map((row) => (
              <Row key={row.id.toString()}>
                <PurchaseCard row={row} />
              </Row>
            ))}
          </RowList>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Belum ada pembelian yang disimpan. Buka Transaksi saat ada jaringan, lalu yang tampil di sana tetap terbaca di sini.
        </Text>
      )}
    </Section>
  )
}
