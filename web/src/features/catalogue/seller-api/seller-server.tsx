import { Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sellerApiQuery } from '#features/catalogue/seller-api/seller-api.api.ts'
import { RenewReportUrl, StopServer } from '#features/catalogue/seller-api/server-ends.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The seller's server that receives its orders, with a button to stop sending orders to it. */
export function SellerServer() {
  const { data, error, refetch } = useQuery(sellerApiQuery)
  return (
    <Section title="Server suplier" hint="Pesanan ke toko Anda dikirim ke server ini.">
      {data ? (
        data.apiurl === '' ? (
          <Text size="sm" c="dimmed">
            Belum ada server yang disimpan.
          </Text>
        ) : (
          <RowList>
            <Row
              actions={
                data.tested ? (
                  <>
                    <StatusBadge colour="green" icon={IconCircleCheck} label="Dipakai" />
                    <StopServer server={data} />
                  </>
                ) : (
                  <StatusBadge colour="gray" icon={IconCircleOff} label="Tidak dipakai" />
                )
              }
            >
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {data.apiurl}
              </Text>
            </Row>
            <Row actions={<RenewReportUrl />}>
              <Text style={{ overflowWrap: 'anywhere' }}>{data.reporturl}</Text>
              <RowFacts>Di sini server itu melaporkan status akhir; siapa pun yang tahu alamatnya bisa melaporkan juga.</RowFacts>
            </Row>
          </RowList>
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={68} />
      )}
    </Section>
  )
}
