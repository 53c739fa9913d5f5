import { createAction } from '@reduxjs/toolkit';

/** The visitor came to another address of the site without leaving the document. */
export const navigated = createAction<{ readonly isNewPage: boolean }>('navigation/navigated');
