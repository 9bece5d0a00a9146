import { Text } from '@mantine/core'
import { useState } from 'react'
import { PurchaseCard } from '#features/ordering/purchases/list/purchase-card.tsx'
import { lastKnown } from '#routes/known.ts'
import { AgoTime } from '#ui/ago-time.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'

const shown = 10

/** The last known balance and purchases, for a cashier without a network. */
export default function LastKnown() {
  const [{ balance, purchases }] = useState(lastKnown)
  const rows = purchases?.data.content.slice(0, shown) ?? []
  return (
    <Section title="Terakhir diketahui" hint="Disimpan di perangkat ini sampai Anda keluar. Diperbarui sendiri begitu jaringan kembali.">
      {balance && (
        <Text>
          Saldo <Rupiah of={balance.data.balance} strong />{' '}
          <Text component="span" size="sm" c="dimmed">
            <AgoTime at={new Date(balance.at)} />
          </Text>
        </Text>
      )}
      {purchases && rows.length > 0 ? (
        <>
          <Text size="sm" c="dimmed">
            Pembelian, dibaca <AgoTime at={new Date(purchases.at)} />
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
