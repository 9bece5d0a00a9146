import { syncWaitSeconds } from '@lapak/contract/selling/offers'
import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { PricesSynced } from '#features/selling/offers/offers.api.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { Facts } from '#ui/facts.tsx'

interface SyncProps {
  sync: UseMutationResult<PricesSynced, Error, void>
  onClose: () => void
}

/** Requests the price list of the seller's own server and shows the result of each product. */
export function SyncDialog({ sync, onClose }: SyncProps) {
  useRestoreFocus()
  const { data, error, isPending, mutate } = sync
  return (
    <Modal opened onClose={() => !isPending && onClose()} title="Sinkron harga" size={640} closeOnClickOutside={false}>
      <Stack gap="md">
        <div aria-live="polite">
          {isPending && (
            <Group gap="sm">
              <Loader size="sm" />
              <Text size="sm">Membaca daftar harga dari server Anda, paling lama {syncWaitSeconds} detik…</Text>
            </Group>
          )}
          {error && (
            <Alert color="red" title="Harga belum disinkron">
              {error.message}
            </Alert>
          )}
          {data && <Result of={data} />}
        </div>
        <Group justify="flex-end" gap="xs">
          {error && (
            <Button variant="default" onClick={() => mutate()}>
              Coba lagi
            </Button>
          )}
          <Button disabled={isPending} onClick={onClose}>
            Selesai
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Result({ of }: { of: PricesSynced }) {
  const { updated, unchanged, missing, unread, costs, opened, closed, unlisted, belowcost } = of
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Diperbarui', value: dotted(updated) },
          { label: 'Tidak berubah', value: dotted(unchanged) },
          { label: 'Tidak ada di daftar', value: dotted(missing) },
          { label: 'Di bawah modal', value: dotted(belowcost.length) },
        ]}
      />
      {unread > 0 && <Text size="sm">{dotted(unread)} baris daftar tidak dapat dibaca, jadi tidak mengubah apa pun.</Text>}
      <Codes title="Dijual di bawah harga beli" codes={belowcost} warn />
      <Codes title="Dibuka oleh server" codes={opened} />
      <Codes title="Ditutup oleh server" codes={closed} />
      <Codes title="Kode suplier tidak ada di daftar" codes={unlisted} />
      <Codes
        title="Harga beli berubah"
        codes={costs.map(({ productcode, before, after }) => `${productcode}: ${rupiahText(before)} → ${rupiahText(after)}`)}
      />
    </Stack>
  )
}

const shownAtFirst = 24

function Codes({ title, codes, warn = false }: { title: string; codes: string[]; warn?: boolean }) {
  const [all, setAll] = useState(false)
  if (codes.length === 0) return null
  const shown = all ? codes : codes.slice(0, shownAtFirst)
  return (
    <Alert color={warn ? 'red' : 'gray'} title={`${title} (${dotted(codes.length)})`}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {shown.join(', ')}
      </Text>
      {codes.length > shown.length && (
        <Button variant="default" size="xs" mt={8} onClick={() => setAll(true)}>
          Lihat {dotted(codes.length - shown.length)} lainnya
        </Button>
      )}
    </Alert>
  )
}
