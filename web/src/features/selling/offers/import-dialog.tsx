import { offerCalls } from '@lapak/contract/selling/offers'
import { dotted } from '@lapak/contract/shared/money'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type OfferPreview, useImportOffers } from '#features/selling/offers/offers.api.ts'
import { PlanPreview } from '#features/selling/offers/plan-preview.tsx'
import { download } from '#lib/api.ts'
import { saveFile } from '#lib/save-file.ts'
import { ChooseCsv, FileDialog } from '#ui/file-dialog.tsx'

/**
 * Imports products, prices and stock from a file. The preview shows every line of the file; the import then applies exactly these lines, all or none.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<OfferPreview>()
  const [page, setPage] = useState(0)
  const [sent, setSent] = useState(0)
  const sending = useImportOffers()
  const template = useMutation({ mutationFn: () => download(offerCalls.template, {}, () => undefined), onSuccess: saveFile })

  function look(chosen: File, next: number) {
    setFile(chosen)
    setPage(next)
    setSent(0)
    if (next === 0) setPreview(undefined)
    sending.mutate({ file: chosen, keep: false, page: next, onProgress: setSent }, { onSuccess: setPreview })
  }

  const store = (chosen: File, { digest }: OfferPreview) =>
    sending.mutate(
      { file: chosen, keep: true, page: 0, digest, onProgress: setSent },
      { onSuccess: onClose, onError: () => setPreview(undefined) },
    )

  const lines = preview ? preview.added + preview.changed : 0
  return (
    <FileDialog
      title="Impor CSV"
      file={file}
      error={sending.error}
      isSending={sending.isPending}
      preview={
        <>
          {sending.isPending && <Sending sent={sent} />}
          {preview && <PlanPreview of={preview} page={page} onPage={(next) => file && look(file, next)} />}
        </>
      }
      importLabel={lines > 0 ? `Simpan ${dotted(lines)} produk` : 'Simpan'}
      onImport={file && preview && preview.refused === 0 && lines > 0 ? () => store(file, preview) : undefined}
      onClose={onClose}
    >
      <Text size="sm">
        Kolomnya seperti hasil Unduh CSV, dengan pemisah koma atau titik koma. Produk dicocokkan lewat Kode produk: yang belum dijual
        ditambahkan, yang sudah ada diubah, yang tidak disebut tetap. Promo, stok, dan kode cek nama yang kosong dihapus; kolom yang tidak
        ada tidak diubah.
      </Text>
      <Group gap="xs">
        <ChooseCsv name="File CSV produk" file={file} disabled={sending.isPending} onChoose={(chosen) => look(chosen, 0)} />
        <Button variant="default" leftSection={<IconDownload size={18} />} loading={template.isPending} onClick={() => template.mutate()}>
          Unduh templat
        </Button>
      </Group>
    </FileDialog>
  )
}

/** The progress of the upload. After the upload, the server checks the lines of the file. */
const Sending = ({ sent }: { sent: number }) => (
  <Stack gap={4}>
    <Text size="sm">{sent < 1 ? `Mengirim file… ${Math.round(sent * 100)}%` : 'Memeriksa setiap baris…'}</Text>
    <Progress value={sent * 100} animated={sent >= 1} aria-label="File terkirim" />
  </Stack>
)
