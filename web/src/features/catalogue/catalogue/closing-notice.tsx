import type { Effects } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Closable, closingEffectsQuery } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Shows what closing a record would affect, before the record is closed. */
export function ClosingNotice({ what, id }: { what: Closable; id: bigint }) {
  const { data, error, refetch } = useQuery(closingEffectsQuery(what, id))
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  return <ClosingEffects of={data} title={what === 'brand' ? 'Bila brand ini ditutup' : 'Bila produk ini ditutup'} />
}

export const ClosingEffects = ({ of, title }: { of: Effects; title: string }) => (
  <Alert color={of.offers > 0 ? 'orange' : 'gray'} title={title} role="status">
    <Stack gap={2}>
      {linesOf(of).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  </Alert>
)

function linesOf({ products, offers, sellers, mappings, buyers, pending }: Effects): string[] {
  if (offers + pending === 0) return [`${dotted(products)} produk tidak bisa dijual lagi; belum ada suplier yang menjualnya`]
  return [
    `${dotted(products)} produk tidak dijual lagi`,
    `${dotted(offers)} penawaran dari ${dotted(sellers)} suplier berhenti`,
    ...(mappings > 0 ? [`${dotted(mappings)} baris di daftar ${dotted(buyers)} pembeli tidak bisa dipesan; mereka diberi tahu`] : []),
    ...(pending > 0 ? [`${dotted(pending)} pesanan yang sedang berjalan diselesaikan`] : []),
  ]
}

/** Returns a function that asks for confirmation with the current effects of closing. */
export function useConfirmClosing(what: Closable) {
  const queries = useQueryClient()
  return async (id: bigint, question: string): Promise<boolean> => {
    const effects = await queries.fetchQuery(closingEffectsQuery(what, id)).catch(() => undefined)
    const effectsText = effects ? linesOf(effects).join('. ') : 'Yang terdampak tidak terbaca saat ini'
    return isConfirmed({ question: `${question} ${effectsText}.`, danger: true })
  }
}
