import { dotted } from '@lapak/contract/money'
import { offerCalls } from '@lapak/contract/offers'
import { Alert, Button, FileButton, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type OfferPreview, useImportOffers } from '#features/offers/offers.api.ts'
import { PlanPreview } from '#features/offers/plan-preview.tsx'
import { download } from '#lib/api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'

/** Products, prices and stock out of a file: every line is shown first, and only that is done, all of it or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const [file, setFile] = useState<File>()
  const [told, setTold] = useState<OfferPreview>()
  const [page, setPage] = useState(0)
  const [sent, setSent] = useState(0)
  const sending = useImportOffers()
  const template = useMutation({ mutationFn: () => download(offerCalls.template, {}, () => undefined), onSuccess: saveFile })

  function look(chosen: File, next: number) {
    setFile(chosen)
    setPage(next)
    setSent(0)
    if (next === 0) setTold(undefined)
    sending.mutate({ file: chosen, keep: false, page: next, onProgress: setSent }, { onSuccess: setTold })
  }

  const store = (chosen: File, { digest }: OfferPreview) =>
    sending.mutate(
      { file: chosen, keep: true, page: 0, digest, onProgress: setSent },
      { onSuccess: onClose, onError: () => setTold(undefined) },
    )

  const lines = told ? told.added + told.changed : 0
  return (
    <Modal opened onClose={() => !sending.isPending && onClose()} title="Impor CSV" size={720} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">
          Kolomnya seperti hasil Unduh CSV, dengan pemisah koma atau titik koma. Produk dicocokkan lewat Kode produk: yang belum dijual
          ditambahkan, yang sudah ada diubah, yang tidak disebut tetap. Promo, stok, dan kode cek nama yang kosong dihapus; kolom yang tidak
          ada tidak diubah.
        </Text>
        <Group gap="xs">
          <FileButton
            accept=".csv,text/csv,text/plain"
            inputProps={{ 'aria-label': 'File CSV produk' }}
            onChange={(chosen) => chosen && look(chosen, 0)}
          >
            {(props) => (
              <Button {...props} leftSection={<IconFileTypeCsv size={18} />} variant="default" disabled={sending.isPending} data-autofocus>
                {file ? 'Ganti file' : 'Pilih file CSV'}
              </Button>
            )}
          </FileButton>
          <Button variant="default" leftSection={<IconDownload size={18} />} loading={template.isPending} onClick={() => template.mutate()}>
            Unduh templat
          </Button>
        </Group>
        <div aria-live="polite">
          {sending.isPending && <Sending sent={sent} />}
          {sending.error && (
            <Alert color="red" title={file?.name}>
              {sending.error.message}
            </Alert>
          )}
          {told && <PlanPreview of={told} page={page} onPage={(next) => file && look(file, next)} />}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={sending.isPending} onClick={onClose}>
            Batal
          </Button>
          <Button
            disabled={!told || told.refused > 0 || lines === 0}
            loading={sending.isPending}
            onClick={() => file && told && store(file, told)}
          >
            {lines > 0 ? `Simpan ${dotted(lines)} produk` : 'Simpan'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The file is on its way, then the server reads it. */
const Sending = ({ sent }: { sent: number }) => (
  <Stack gap={4}>
    <Text size="sm">{sent < 1 ? `Mengirim file… ${Math.round(sent * 100)}%` : 'Memeriksa setiap baris…'}</Text>
    <Progress value={sent * 100} animated={sent >= 1} aria-label="File terkirim" />
  </Stack>
)
