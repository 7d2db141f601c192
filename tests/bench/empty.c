/* The yardstick of start-up: a C program that does nothing. */
int main(void) {
  return 0;
}
