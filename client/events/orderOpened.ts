import { createAction } from '@reduxjs/toolkit';

/** The order dialog of the plan with this id is open, or is to be rendered open. */
export const orderOpened = createAction<string>('ordering/orderOpened');
