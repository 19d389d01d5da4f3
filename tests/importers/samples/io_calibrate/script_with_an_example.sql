prompt for example, 300 I/Os per second:
prompt Max IOPS=299
prompt Max MBps=87
prompt Latency =9
DECLARE
  i NUMBER; m NUMBER; l NUMBER;
BEGIN
  DBMS_RESOURCE_MANAGER.calibrate_io(num_physical_disks => 4, max_latency => 10, max_iops => i,
    max_mbps => m, actual_latency => l);
  DBMS_OUTPUT.put_line('Max IOPS=' || i);
END;
/
