import type { ProductPreview } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useImportProducts } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import { ProductPreviewList } from '#features/catalogue/catalogue/product-preview.tsx'
import { ChooseCsv, FileDialog } from '#ui/file-dialog.tsx'

/** Products out of a file: every line is shown first, and only that is done, all of it or nothing. */
export function ProductImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<ProductPreview>()
  const [page, setPage] = useState(0)
  const sending = useImportProducts()

  function look(chosen: File, next: number) {
    setFile(chosen)
    setPage(next)
    if (next === 0) setPreview(undefined)
    sending.mutate({ file: chosen, keep: false, page: next }, { onSuccess: setPreview })
  }

  const store = (chosen: File, { digest }: ProductPreview) =>
    sending.mutate({ file: chosen, keep: true, page: 0, digest }, { onSuccess: onClose, onError: () => setPreview(undefined) })

  const lines = preview ? preview.added + preview.changed : 0
  return (
    <FileDialog
      title="Impor katalog"
      file={file}
      error={sending.error}
      isSending={sending.isPending}
      shown={preview && <ProductPreviewList of={preview} page={page} onPage={(next) => file && look(file, next)} />}
      keepLabel={lines > 0 ? `Simpan ${dotted(lines)} produk` : 'Simpan'}
      onKeep={file && preview && preview.refused === 0 && lines > 0 ? () => store(file, preview) : undefined}
      onClose={onClose}
    >
      <Text size="sm">
        Kolomnya seperti hasil Unduh CSV, dengan pemisah koma atau titik koma. Produk dicocokkan lewat Kode produk: yang belum ada
        ditambahkan, yang sudah ada diubah, yang tidak disebut tetap. Sel kosong tidak mengubah apa pun, kecuali Keterangan, yang lalu
        dihapus. Brand harus sudah ada.
      </Text>
      <ChooseCsv name="File CSV katalog" file={file} disabled={sending.isPending} onChoose={(chosen) => look(chosen, 0)} />
    </FileDialog>
  )
}
