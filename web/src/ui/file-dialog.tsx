import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { ChooseFile } from '#ui/choose-file.tsx'

interface FileDialogProps {
  title: string
  file: File | undefined
  error: Error | null
  isSending: boolean
  /** What the file holds, or what is to be known before it is chosen. */
  shown: ReactNode
  /** What its button says; disabled without a press to take. */
  keepLabel: string
  onKeep: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** A file is chosen, shown as it was read, and kept by a second press. */
export function FileDialog({ title, file, error, isSending, shown, keepLabel, onKeep, onClose, children }: FileDialogProps) {
  useFocusBack()
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
            shown
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Batal
          </Button>
          <Button disabled={!onKeep} loading={isSending} onClick={onKeep}>
            {keepLabel}
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
