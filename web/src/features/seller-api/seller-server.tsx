import { Button, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sellerApiQuery, useNewReportAddress, useStopSellerApi } from '#features/seller-api/seller-api.api.ts'
import { confirmFirst } from '#ui/confirm.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The server that a seller's orders go to, and the end of that. */
export function SellerServer() {
  const { data, error, refetch } = useQuery(sellerApiQuery)
  const stop = useStopSellerApi()
  const address = useNewReportAddress()
  const askAddress = () =>
    confirmFirst({
      question: 'Ganti alamat laporan? Server Anda harus memakai yang baru, karena yang lama langsung tidak berlaku.',
      danger: true,
      onYes: () => address.mutate(),
    })
  const askStop = () =>
    confirmFirst({
      question: `Berhenti memakai ${data?.apiurl}? Toko Anda tidak mendapat pesanan sampai server disimpan dan diuji lagi.`,
      danger: true,
      onYes: () => stop.mutate(),
    })
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
                    <StatusBadge colour="green" icon={IconCircleCheck} word="Dipakai" />
                    <Button variant="default" size="sm" color="red" loading={stop.isPending} onClick={askStop}>
                      Berhenti memakai
                    </Button>
                  </>
                ) : (
                  <StatusBadge colour="gray" icon={IconCircleOff} word="Tidak dipakai" />
                )
              }
            >
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {data.apiurl}
              </Text>
            </Row>
            <Row
              actions={
                <Button variant="default" size="sm" color="red" loading={address.isPending} onClick={askAddress}>
                  Ganti alamat laporan
                </Button>
              }
            >
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
