import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { CurrentTerms } from '#features/system/terms/current-terms.tsx'
import classes from '#features/system/terms/terms-dialog.module.css'
import { belowSmQuery } from '#ui/media-queries.ts'

interface TermsDialogProps {
  opened: boolean
  onClose: () => void
  title?: string
  /** Content that is shown instead of the terms in force. */
  children?: ReactNode
}

/** The full text of the terms in a dialog. The text gets the focus at once, so that arrow keys scroll it. */
export function TermsDialog({ opened, onClose, title = 'Syarat dan Ketentuan', children }: TermsDialogProps) {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  return (
    <Modal.Root opened={opened} onClose={onClose} fullScreen={phone} size={720} centered transitionProps={{ duration: 120 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton size={44} iconSize={22} aria-label="Tutup" />
        </Modal.Header>
        <Modal.Body>
          <div className={classes.text} tabIndex={-1} data-autofocus>
            {children ?? <CurrentTerms headingOrder={3} />}
          </div>
          <Button variant="default" fullWidth mt="md" onClick={onClose}>
            Tutup
          </Button>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
