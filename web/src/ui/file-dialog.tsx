import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { ChooseFile } from '#ui/choose-file.tsx'

interface FileDialogProps {
  title: string
  file: File | undefined
  error: Error | null
  isSending: boolean
  /** The preview of the file, or instructions before a file is chosen. */
  preview: ReactNode
  /** The label of the button that stores the file; the button is disabled without `onKeep`. */
  importLabel: string
  onImport: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** The dialog to import a file: a file is chosen, its parsed content is shown, and a second press stores it. */
export function FileDialog({ title, file, error, isSending, preview, importLabel, onImport, onClose, children }: FileDialogProps) {
  useRestoreFocus()
  return (
    <Modal opened onClose={() => !isSending && onClose()} title={title} size={720} closeOnClickOutside={false}>
      <Stack gap="md">
        {children}
        <div aria-live="polite">
          {error ? (
            <Alert color="red" title={file?.name}>
              {error.message}
            </Alert>
          ) : (
            preview
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Batal
          </Button>
          <Button disabled={!onImport} loading={isSending} onClick={onImport}>
            {importLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface CsvButtonProps {
  name: string
  file: File | undefined
  disabled: boolean
  onChoose: (file: File) => void
}

export function ChooseCsv({ name, file, disabled, onChoose }: CsvButtonProps) {
  return (
    <ChooseFile accept=".csv,text/csv,text/plain" inputProps={{ 'aria-label': name }} onChoose={onChoose}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconFileTypeCsv size={18} />}
          disabled={disabled}
          data-autofocus
          style={{ alignSelf: 'flex-start' }}
        >
          {file ? 'Ganti file' : 'Pilih file CSV'}
        </Button>
      )}
    </ChooseFile>
  )
}
