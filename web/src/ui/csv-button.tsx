import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { NamedFile } from '#lib/api.ts'
import { saveFile } from '#lib/save-file.ts'

/** A button that downloads a list as a file. During the download, the button shows the number of bytes received so far. */
export function CsvButton({ load }: { load: (onProgress: (bytes: number) => void) => Promise<NamedFile> }) {
  const [bytes, setBytes] = useState(0)
  const loading = useMutation({ mutationFn: () => load(setBytes), onSuccess: saveFile, onMutate: () => setBytes(0), gcTime: 0 })
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} />}
      aria-busy={loading.isPending}
      // During the download a press is ignored. The button is not `disabled`, so that the focus stays on it.
      onClick={() => !loading.isPending && loading.mutate()}
    >
      {loading.isPending ? `Mengunduh… ${bytes > 0 ? sizeOf(bytes) : ''}` : 'Unduh CSV'}
    </Button>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`
